import { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import { flag, id, shaped, text, word } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import type { Db } from "../db/connect.ts";
import { invalid, Refusal } from "../errors.ts";
import { containerNumberFault } from "../imports/container_number.ts";
import { pagePath, readLink, type RecordKind, serialPath } from "../records/page_paths.ts";
import { shipmentsWithContainer } from "./scan_container.ts";
import { lookUpSerial, type ScannedSerial, scannedSerial } from "./scan_serial.ts";
import { scanMatch, type SearchHit, withTitles } from "./search.ts";
import { findInLetters, type Found } from "./search_finds.ts";
import { searchKinds, sources } from "./search_sources.ts";
import { exactRanks, isSearchable, readSearch } from "./search_words.ts";

const SHOWN = 20;
const LONGEST = 500;

type ScanMatch = z.output<typeof scanMatch.schema> & { kind: RecordKind };

export const scanned = record("Scan", "x", {
  code: text("As it was looked up: without the link or the scanner's marks around it.", {
    example: "SN-900",
  }),
  kind: word(searchKinds, "What it is exactly; null: matches are what it may be.", {
    example: "serial",
    nullable: true,
  }),
  id: id("The record's id; null for a serial, which is no record of its own.", {
    example: null,
    nullable: true,
  }),
  reference_no: text("The number people know it by.", { example: "SN-900", nullable: true }),
  title: text("One line for people.", {
    example: "Inkjet printer X1 · SN-900",
    nullable: true,
  }),
  path: text("Where the pages show it.", { example: "/serials/SN-900", nullable: true }),
  exact: flag("False: the code only stands somewhere in what was found.", { example: true }),
  matches: shaped(z.array(scanMatch.schema), "What was found."),
  serial: shaped(scannedSerial.schema, "What is known of the piece, where it is a serial.", {
    sometimes: true,
  }),
  hint: text("What may be wrong with the code.", {
    example: "The check digit of CSQU3054384 should be 3.",
    sometimes: true,
  }),
});
export type Scan = z.output<typeof scanned.schema>;

/**
 * What a code is that was scanned or typed: a serial, a SKU, a shipment's number, a document, a phone,
 * or a link of our own. One exact find is it, several are listed, what merely contains the code too. A
 * serial comes with what a new RMA needs. Only records within the actor's reach.
 * Source: docs/overview.md, "Scan".
 *
 * @throws Refusal `forbidden`, `unknown_code`, `invalid_fields` on `code`
 */
export async function scan(db: Db, actor: Actor, given: string): Promise<Scan> {
  allow(actor, "overview.read");
  const text = withoutMarks(given);
  const link = readLink(text);
  if (link && "kind" in link) return await opened(db, actor, text, link);
  const code = link?.code ?? text;
  refuseUnreadable(code);
  const asked = readSearch(code);
  const kinds = searchKinds.filter((kind) => may(actor, sources[kind].may));
  const [inLetters, inContainers] = await Promise.all([
    findInLetters(db, actor, kinds, asked, SHOWN),
    shipmentsWithContainer(db, actor, asked.code),
  ]);
  const found = inLetters.concat(
    inContainers.filter(({ id }) =>
      !inLetters.some((hit) => hit.kind === "shipment" && hit.id === id)
    ),
  ).sort((a, b) => a.rank - b.rank).slice(0, SHOWN);
  const [hits, serial] = await Promise.all([
    withTitles(db, actor, found.filter(({ kind }) => kind !== "serial")),
    lookUpSerial(db, actor, serialsIn(code, found)),
  ]);
  return verdictOn(code, hits.map(asMatch), serial, containerNumberFault(asked.code));
}

/** What scanners send along: the symbology's mark (`]C1`) and a phone's scheme. */
function withoutMarks(given: string): string {
  return given.trim().replace(/^\][A-Za-z]\d/, "").replace(/^tel:/i, "").trim();
}

function refuseUnreadable(code: string): void {
  if (!isSearchable(code)) throw invalid({ code: "must have at least 2 letters or digits" });
  if (code.length > LONGEST || code.includes("\0") || !code.isWellFormed()) {
    throw invalid({ code: `must be a text of at most ${LONGEST} characters` });
  }
}

/** Serials as they were given to machines and boards, and the code as it was scanned. */
function serialsIn(code: string, found: Found[]): string[] {
  const spelt = found.filter(({ rank }) => rank === exactRanks.serial);
  return [code, ...spelt.map(({ matched_value }) => matched_value)];
}

function asMatch(hit: SearchHit): ScanMatch {
  const kind = hit.kind as RecordKind; // serials are looked up by themselves
  return { ...hit, kind, exact: hit.rank <= exactRanks.sku, path: pagePath(kind, hit.id) };
}

/** A link of ours names a record by its id. */
async function opened(
  db: Db,
  actor: Actor,
  code: string,
  { kind, id }: { kind: RecordKind; id: number },
): Promise<Scan> {
  const found: Found = { kind, id, matched: "id", matched_value: String(id), rank: 1, excess: 0 };
  const reached = may(actor, sources[kind].may) ? await withTitles(db, actor, [found], true) : [];
  return verdictOn(code, reached.map(asMatch));
}

function verdictOn(
  code: string,
  matches: ScanMatch[],
  serial?: ScannedSerial,
  hint?: string,
): Scan {
  if (matches.length === 0 && !serial) {
    throw new Refusal(
      "unknown_code",
      `Nothing that you may see has the code ${code.slice(0, 100)}.${hint ? ` ${hint}` : ""}`,
      { extra: { scanned: code, ...hint && { hint } } },
    );
  }
  const candidates = whatItIs(matches, serial !== undefined);
  const exact = serial !== undefined || candidates.some((candidate) => candidate.exact);
  const common = { code, exact, matches, ...serial && { serial }, ...hint && { hint } };
  const one = exact && candidates.length + (serial ? 1 : 0) === 1;
  if (one && serial) {
    const { serial_number, title } = serial;
    const path = serialPath(serial_number);
    return { ...common, kind: "serial", id: null, reference_no: serial_number, title, path };
  }
  if (one) {
    const { kind, id, reference_no, title, path } = candidates[0];
    return { ...common, kind, id, reference_no, title, path };
  }
  return { ...common, kind: null, id: null, reference_no: null, title: null, path: null };
}

const people: RecordKind[] = ["customer", "supplier", "user"];

/**
 * Which of the matches the code itself may stand for. Where it is a serial, the papers that only
 * mention it (tickets, RMAs) are left out; so are papers with a phone number that is a customer's
 * or supplier's.
 */
function whatItIs(matches: ScanMatch[], isSerial: boolean): ScanMatch[] {
  const exact = matches.filter((hit) => hit.exact);
  if (exact.length === 0) return isSerial ? [] : matches;
  const known = exact.some(({ rank, kind }) => rank === exactRanks.phone && people.includes(kind));
  return exact.filter(({ rank, kind }) =>
    !(isSerial && rank === exactRanks.serial) &&
    !(known && rank === exactRanks.phone && !people.includes(kind))
  );
}
