import type { Office } from "./office.ts";
import { codes, given, questions, serialsOf } from "./questions.ts";

/** What is asked of one operation, by everybody alike. */
export interface Plan {
  operation: string;
  paths: string[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: { type?: string | string[]; enum?: string[]; description?: string };
}
// deno-lint-ignore no-explicit-any -- looks into answers of every shape
type Json = any;

export const oddities = [
  "limit=2&wat=1",
  "limit=0",
  "cursor=made-up",
  "from=2026-02-30",
  "sort=nothing",
];
const windows = ["limit=2", "from=2026-05-01&to=2026-06-10", "include_total=true&limit=3"];

/** Finds out what can be asked: from openapi.json, from the records, and of sorts from a refusal. */
class Asker {
  readonly known = new Map<string, number[]>();

  constructor(readonly office: Office) {}

  async read(path: string): Promise<Json> {
    return JSON.parse((await this.office.ask("owner", `GET ${path}`)).text);
  }

  async idsOf(list: string): Promise<number[]> {
    if (!this.known.has(list)) {
      const ids = async (sort: string) =>
        (await this.read(`${list}?limit=4&sort=${sort}`)).data?.map(({ id }: Json) => id) ?? [];
      const oldest = (await ids("id")).slice(0, 2);
      this.known.set(list, [...new Set<number>([...oldest, ...await ids("-id")])]);
    }
    return this.known.get(list)!;
  }

  async pathsOf(template: string): Promise<string[]> {
    if (template.endsWith("{serial}")) {
      const serials = serialsOf(await this.read("/serials?limit=200"));
      return serials.map((serial) => template.replace("{serial}", encodeURIComponent(serial)));
    }
    if (template.endsWith("{code}")) {
      return codes.map((code) => template.replace("{code}", encodeURIComponent(code)));
    }
    if (!template.includes("{id}")) return [template];
    const ids = [...await this.idsOf(template.slice(0, template.indexOf("/{id}"))), 999999];
    return ids.map((id) => template.replace("{id}", String(id)));
  }

  async queriesOf(template: string, path: string, parameters: Parameter[]): Promise<string[]> {
    const names = new Set(parameters.map(({ name }) => name));
    const needed: string[] = [];
    for (const parameter of parameters) {
      if (parameter.required) needed.push((await this.valuesOf(parameter))[0] ?? "");
    }
    const asked: string[] = [""];
    for (const parameter of parameters) asked.push(...await this.valuesOf(parameter));
    asked.push(...questions[template] ?? []);
    if (names.has("sort")) {
      const { errors } = await this.read(`${path}?${[...needed, "sort=nothing"].join("&")}`);
      const words = /one of (.*), with/.exec(errors?.sort?.[0] ?? "")?.[1].split(", ") ?? [];
      asked.push(...words.flatMap((word) => [`sort=${word}&limit=10`, `sort=-${word}&limit=10`]));
    }
    if (names.has("search")) asked.push("search=an&limit=10", "search=%25", "search=REC&limit=10");
    asked.push(...[...windows, ...oddities].filter((each) => names.has(each.split("=")[0])));
    return asked.map((each) => joined([...needed, each]));
  }

  async valuesOf({ name, schema, description }: Parameter): Promise<string[]> {
    if (oddities.concat(windows, "search=").some((each) => each.startsWith(`${name}=`))) return [];
    const words = /comma list of: (.*)/.exec(description ?? schema?.description ?? "")?.[1];
    if (given[name]) return given[name].map((value) => `${name}=${encodeURIComponent(value)}`);
    const list = lists[name];
    if (list) return (await this.idsOf(list)).slice(0, 2).map((id) => `${name}=${id}&limit=10`);
    const all = schema?.enum ?? words?.split(", ") ??
      (schema?.type === "boolean" ? ["true", "false"] : []);
    const format = name === "format" || name === "lang" || name === "digits";
    return all.map((value) => format ? `${name}=${value}` : `${name}=${value}&limit=10`);
  }
}

/** Every read that openapi.json names, with the queries that it takes. */
export async function planReads(office: Office, openapi: Json): Promise<Plan[]> {
  const asker = new Asker(office);
  const plans: Plan[] = [];
  for (const [template, operations] of Object.entries<Json>(openapi.paths)) {
    if (!operations.get || skipped.has(template)) continue;
    const parameters = (operations.get.parameters ?? [])
      .filter((each: Parameter) => each.in === "query") as Parameter[];
    const paths = await asker.pathsOf(template);
    const queries = await asker.queriesOf(template, paths[0], parameters);
    const all = paths.flatMap((path, at) =>
      // what may be asked of each is asked of the first
      (at === 0 ? queries : queries.slice(0, 1)).map((query) => query ? `${path}?${query}` : path)
    );
    const operation = `GET ${template.replace(/\{(\w+)\}/g, ":$1")}`;
    plans.push({ operation, paths: [...new Set(all)] });
  }
  return plans;
}

/** One query of several parts; what a later part says stands, as the API refuses a name said twice. */
function joined(parts: string[]): string {
  const said = new Map(
    parts.join("&").split("&").filter((one) => one !== "").map((one) => [one.split("=")[0], one]),
  );
  return [...said.values()].join("&");
}

/** Its answer says how long the server runs. */
const skipped = new Set(["/health"]);

const lists: Record<string, string> = {
  customer_id: "/customers",
  supplier_id: "/suppliers",
  product_id: "/products",
  shipment_id: "/import-logistics/shipments",
  receipt_id: "/import-logistics/receipts",
  lc_tt_id: "/lc-tt",
  account_id: "/accounts",
  invoice_id: "/invoices",
  place_id: "/stock-places",
  rma_id: "/import-logistics/rmas",
};
