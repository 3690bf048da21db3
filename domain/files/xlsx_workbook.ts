import { isDateFormat, unescapeText } from "./xlsx_cell.ts";
import { notASpreadsheet, readPart, type XlsxPackage, type XmlVisitor } from "./xlsx_package.ts";

/** Held in memory while the sheet is read, so bounded tighter than a sheet. */
const MAX_SHARED_BYTES = 256 * 2 ** 20;

/** What the cells of the first visible sheet (`sheet` names its part) refer to. */
export type Workbook = {
  sheet: string;
  shared: string[];
  dateStyles: boolean[];
  date1904: boolean;
};

/** @throws TableError when the archive is no spreadsheet or is damaged. */
export async function openWorkbook(pack: XlsxPackage): Promise<Workbook> {
  const root = await relations(pack, "_rels/.rels");
  const main = root.find(({ type }) => type.endsWith("/officeDocument"))?.target;
  if (!main?.endsWith(".xml")) throw notASpreadsheet(); // .xlsb keeps its sheets in binary.
  const folder = main.replace(/[^/]*$/, "");
  const parts = await relations(pack, `${folder}_rels/${main.slice(folder.length)}.rels`, folder);
  const target = (type: string) => parts.find((part) => part.type.endsWith(type))?.target;
  const { date1904, sheets } = await readWorkbook(pack, main);
  const sheet = sheets.map((id) => parts.find((part) => part.id === id))
    .find((part) => part?.type.endsWith("/worksheet"))?.target;
  if (!sheet) throw notASpreadsheet();
  const shared = await sharedTexts(pack, target("/sharedStrings"));
  return { sheet, shared, dateStyles: await dateStyles(pack, target("/styles")), date1904 };
}

type Relation = { id: string; type: string; target: string };

function relations(pack: XlsxPackage, part: string, folder = ""): Promise<Relation[]> {
  const absolute = (target: string) => new URL(target, `file:///${folder}`).pathname.slice(1);
  return Array.fromAsync(readPart<Relation>(pack, part, (emit) => ({
    open(name, { Id: id, Type: type = "", Target: target = "" }) {
      if (name === "Relationship") emit({ id, type, target: absolute(target) });
    },
  })));
}

/** The ids of the visible sheets in tab order, and whether days count from 1904. */
async function readWorkbook(pack: XlsxPackage, part: string) {
  let date1904 = false;
  const sheets = await Array.fromAsync(readPart<string>(pack, part, (emit) => ({
    open(name, attributes) {
      if (name === "workbookPr") date1904 = isTrue(attributes.date1904);
      if (name !== "sheet" || /hidden/i.test(attributes.state ?? "")) return;
      const id = Object.keys(attributes).find((key) => key.endsWith(":id"));
      if (id) emit(attributes[id]);
    },
  })));
  return { date1904, sheets };
}

/** For each cell style, whether it shows a date. */
function dateStyles(pack: XlsxPackage, part: string | undefined): Promise<boolean[]> | boolean[] {
  if (!part) return [];
  const codes = new Map<number, string>();
  let inCellStyles = false;
  return Array.fromAsync(readPart<boolean>(pack, part, (emit) => ({
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === "numFmt") codes.set(id, attributes.formatCode);
      if (name === "cellXfs") inCellStyles = true;
      if (name === "xf" && inCellStyles) emit(isDateFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === "cellXfs") inCellStyles = false;
    },
  })));
}

function sharedTexts(pack: XlsxPackage, part: string | undefined): Promise<string[]> | string[] {
  if (!part) return [];
  const visit = (emit: (text: string) => void): XmlVisitor => {
    const text = textCollector();
    return {
      ...text,
      open(name) {
        if (name === "si") text.start();
        text.open(name);
      },
      close(name) {
        text.close(name);
        if (name === "si") emit(unescapeText(text.value()));
      },
    };
  };
  return Array.fromAsync(readPart(pack, part, visit, { maxBytes: MAX_SHARED_BYTES }));
}

/** Joins the <t> of plain and rich text and leaves out <rPh>, the reading aid of Asian scripts. */
export function textCollector() {
  let joined = "";
  let inText = false;
  let inReading = false;
  return {
    start() {
      joined = "";
    },
    open(name: string) {
      if (name === "t" || name === "v") inText = true;
      if (name === "rPh") inReading = true;
    },
    text(text: string) {
      if (inText && !inReading) joined += text;
    },
    close(name: string) {
      if (name === "t" || name === "v") inText = false;
      if (name === "rPh") inReading = false;
    },
    value: () => joined,
  };
}

export function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
