/**
 * Answers that tests get of the API, noted for the check against the OpenAPI document at the end of the
 * run (`check_answers.ts`): each shape of an operation and status once, with the words in it.
 */
const folder = Deno.env.get("TEST_ANSWERS");
const file = `${folder}/${crypto.randomUUID()}.jsonl`;
const known = new Set<string>();

export interface NotedAnswer {
  method: string;
  /** below the root of the API, without its query */
  path: string;
  status: number;
  type: string;
  body?: unknown;
}

export function noteAnswer(method: string, path: string, response: Response, body: unknown): void {
  if (!folder || method === "HEAD") return;
  const noted: NotedAnswer = {
    method,
    path: path.replace(/[?#].*$/s, ""),
    status: response.status,
    type: (response.headers.get("content-type") ?? "").split(";")[0],
  };
  const shape = `${method} ${noted.path.replace(/\d+/g, "0")} ${noted.status} ${shapeOf(body)}`;
  if (known.has(shape)) return;
  known.add(shape);
  if (/json/.test(noted.type)) noted.body = body;
  Deno.writeTextFileSync(file, JSON.stringify(noted) + "\n", { append: true });
}

/** The names and kinds of what is in a value; words of lists count, sentences and numbers do not. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join("|")}]`;
  if (value === null) return "null";
  if (typeof value === "string") return /^[a-z_]{1,40}$/.test(value) ? value : "text";
  if (typeof value !== "object") return typeof value;
  return `{${Object.entries(value).map(([name, each]) => `${name}:${shapeOf(each)}`).join()}}`;
}
