import { assert, assertEquals, inTime } from "../support/assert.ts";
import { call, startServer } from "../support/server.ts";

const ROUNDS = 25;
const AT_ONCE = 25;
const boundary = "cut-here";

/** What is sent before the connection is cut, and how long it is held until then. */
interface Cut {
  sends: string | Uint8Array;
  /** how much is read of the answer before the cut; 0: nothing, and the cut comes after `holdMs` */
  reads?: number;
  holdMs?: number;
  /** ends only what is sent, and reads what is answered */
  half?: boolean;
}

const head = (line: string, headers: Record<string, string>) =>
  [line, ...Object.entries(headers).map((pair) => pair.join(": ")), "", ""].join("\r\n");

/** Every place where a connection can end, for the one who is signed in with `token`. */
function cuts(host: string, token: string, uploadId: number): Record<string, Cut> {
  const signed = { host, authorization: `Bearer ${token}` };
  const json = { ...signed, "content-type": "application/json" };
  const form = { ...signed, "content-type": `multipart/form-data; boundary=${boundary}` };
  const chunked = { "transfer-encoding": "chunked" };
  const customer = '{"name":"Cut';
  const file =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n` +
    `content-type: application/pdf\r\n\r\n%PDF-1.4\n${"x".repeat(40_000)}`;
  const whole = '{"title":"Whole"}';
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const post = (path: string, headers: Record<string, string>, body = "") =>
    head(`POST /api/v1${path} HTTP/1.1`, headers) + body;
  const get = (path: string, headers: Record<string, string> = signed) =>
    head(`GET ${path} HTTP/1.1`, headers);
  return {
    "in the first line": { sends: "POST /api/v1/cus" },
    "in the headers": { sends: post("/customers", json).slice(0, -20) },
    "before the body": { sends: post("/customers", { ...json, "content-length": "500" }) },
    "in a body of told length": {
      sends: post("/customers", { ...json, "content-length": "500" }, customer),
      holdMs: 30,
    },
    "in a body in chunks": {
      sends: post("/customers", { ...json, ...chunked }, `ff\r\n${customer}`),
    },
    "between chunks": {
      sends: post("/customers", { ...json, ...chunked }, chunk(customer)),
      holdMs: 30,
    },
    "after a chunk of no length": {
      sends: post("/customers", { ...json, ...chunked }, `zz\r\n${customer}`),
      holdMs: 30,
    },
    "in a form of told length": {
      sends: post("/uploads", { ...form, "content-length": "900000" }, file),
      holdMs: 60,
    },
    "in a form in chunks": {
      sends: post("/uploads", { ...form, ...chunked }, chunk(file)),
      holdMs: 60,
    },
    "in the head of a form's part": {
      sends: post("/uploads", { ...form, "content-length": "900000" }, file.slice(0, 60)),
      holdMs: 30,
    },
    "in a body for who is not signed in": {
      sends: post("/auth/login", {
        host,
        "content-length": "90",
        "content-type": "application/json",
      }),
      holdMs: 30,
    },
    "after a whole request": {
      sends: post("/tasks", { ...json, "content-length": String(whole.length) }, whole),
    },
    "before a zipped answer": {
      sends: get("/api/v1/openapi.json", { ...signed, "accept-encoding": "gzip" }),
    },
    "in a zipped answer": {
      sends: get("/api/v1/openapi.json", { ...signed, "accept-encoding": "gzip" }),
      reads: 100,
    },
    "in a long download": { sends: get(`/api/v1/uploads/${uploadId}`), reads: 1000 },
    "in a report": { sends: get("/api/v1/reports/stock-valuation?format=xlsx"), reads: 10 },
    "before a report": { sends: get("/api/v1/reports/stock-valuation?format=csv") },
    "in the next request of a kept connection": {
      sends: get("/livez") + post("/customers", { ...json, "content-length": "500" }, customer),
      reads: 20,
      holdMs: 30,
    },
    "among requests sent without waiting": { sends: get("/api/v1/products").repeat(5), reads: 1 },
    "in HTTP/1.0": {
      sends: head("POST /api/v1/customers HTTP/1.0", { ...json, "content-length": "99" }) +
        customer,
      holdMs: 30,
    },
    "in HTTP/1.0 without a host": { sends: "GET /livez HTTP/1.0\r\n\r\n", reads: 1 },
    "with a host that is none": { sends: head("GET /livez HTTP/1.1", { host: "a b" }), reads: 1 },
    "in what is no HTTP": { sends: new Uint8Array([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]) },
    "on one side only": {
      sends: post("/customers", { ...json, "content-length": "500" }, customer),
      half: true,
    },
    "on one side of a form": {
      sends: post("/uploads", { ...form, ...chunked }, chunk(file)),
      half: true,
    },
  };
}

/** Connects, sends, and is gone. */
async function cut(port: number, { sends, reads = 0, holdMs = 0, half }: Cut): Promise<void> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  try {
    const bytes = typeof sends === "string" ? new TextEncoder().encode(sends) : sends;
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    if (half) await connection.closeWrite();
    const buffer = new Uint8Array(512);
    for (let read = 0; half || read < reads;) {
      const count = await connection.read(buffer);
      if (count === null) break;
      read += count;
    }
    if (holdMs > 0) await new Promise<void>((wake) => setTimeout(wake, holdMs));
  } catch (error) {
    // the server may be the one who ends it
    if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
  } finally {
    connection.close();
  }
}

/** Four megabytes that a reader takes for a PDF: more than a socket holds. */
const longPdf = () => new Blob(["%PDF-1.4\n%", "x".repeat(4_000_000), "\n%%EOF"]);

async function samples(base: string): Promise<Map<string, number>> {
  const text = await (await fetch(new URL("/metrics", base))).text();
  return new Map(
    text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

Deno.test({
  name: "a storm of cut connections raises no error line and no 500",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    const dataDir = await Deno.makeTempDir({ prefix: "back-office-cut-" });
    const tmp = `${dataDir}/tmp`;
    await Deno.mkdir(tmp);
    const server = await startServer(dataDir, { LOG_LEVEL: "info", TMPDIR: tmp });
    const { port, host } = new URL(server.base);
    const owner = { name: "Owner", email: "owner@example.test", password: "correct horse 42" };
    const { body } = await call(server.base, undefined, "POST", "/auth/setup-owner", owner);
    const { token } = body.data;
    const form = new FormData();
    form.set("file", longPdf(), "long.pdf");
    const sent = await fetch(`${server.base}/uploads`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const upload = await sent.json();
    assertEquals(sent.status, 201, JSON.stringify(upload));
    const kinds = cuts(host, token, upload.data.id);
    const storm = Array.from({ length: ROUNDS }, () => Object.values(kinds)).flat();
    assert(storm.length >= 300);
    const fault = /^http_requests_total.*status="5/; // while it starts, /health may have said 503
    const before = await samples(server.base);

    let raging = true;
    const statuses = new Map<string, number>();
    const worker = async (name: string) => {
      for (let i = 0; raging; i++) {
        const [method, path, sends] = i % 3 === 0
          ? ["POST", "/customers", { name: `${name} ${i}` }] as const
          : ["GET", i % 3 === 1 ? "/customers" : "/import-logistics/summary", undefined] as const;
        const { status } = await call(server.base, token, method, path, sends);
        statuses.set(`${method} ${status}`, (statuses.get(`${method} ${status}`) ?? 0) + 1);
      }
    };
    const cutter = async () => {
      for (let next = storm.pop(); next; next = storm.pop()) await cut(Number(port), next);
    };
    const working = Promise.all(["a", "b", "c"].map(worker));
    await Promise.all(Array.from({ length: AT_ONCE }, cutter));
    raging = false;
    await working;
    let found = await samples(server.base);
    const busy = () =>
      found.get("http_requests_in_flight") !== 1 ||
      found.get("backoffice_db_transactions_open") !== 0;
    for (let i = 0; i < 100 && busy(); i++) {
      await new Promise<void>((wake) => setTimeout(wake, 50));
      found = await samples(server.base);
    }
    const incoming = [...Deno.readDirSync(`${dataDir}/uploads/incoming`)];
    const made = "/customers?search=Cut&include_total=true";
    const { body: { meta } } = await call(server.base, token, "GET", made);
    const left = [...Deno.readDirSync(tmp)];
    const dripping = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    await dripping.write(new TextEncoder().encode("GET /livez HTTP/1.1\r\nho"));
    const stopping = performance.now();
    assertEquals((await server.stop()).code, 0);
    const stopMs = performance.now() - stopping;
    dripping.close();
    const output = server.output();
    const lines = output.split("\n").filter((line) => line[0] === "{").map((line) =>
      JSON.parse(line)
    );

    await t.step("every request that was not cut was answered", () => {
      assertEquals([...statuses.keys()].sort(), ["GET 200", "POST 201"]);
    });
    await t.step("a request that never becomes whole does not keep the server from ending", () => {
      inTime(stopMs, 10_000, "the end");
    });
    await t.step("the log has no error, no warning and no stack", () => {
      const bad = lines.filter(({ level }) => level === "error" || level === "warn");
      assertEquals([...new Set(bad.map(({ event, error }) => `${event}: ${error}`))], []);
      const greeting = /^($| {2}\S| {4}(deno|curl| {2}-d) |Making the database|PostgreSQL )/;
      assertEquals(output.split("\n").filter((l) => !l.startsWith("{") && !greeting.test(l)), []);
    });
    await t.step("nothing was counted as a fault of ours, and a cut is told as one", () => {
      // of files two are made at once and twenty may wait: a slow machine turns some of the storm away
      const report = "/api/v1/reports/stock-valuation";
      const turnedAway = lines.filter(({ status, path }) =>
        status >= 500 && !path.endsWith("/health")
      );
      const said = turnedAway.map(({ path, status, code }) => `${path} ${status} ${code}`);
      assertEquals([...new Set(said).add(`${report} 503 busy`)], [`${report} 503 busy`]);
      const ours = [...found].filter(([name]) => fault.test(name))
        .map(([name, count]) => count - (before.get(name) ?? 0));
      assertEquals(ours.reduce((sum, count) => sum + count, 0), turnedAway.length);
      assertEquals(found.get("backoffice_unhandled_errors_total"), 0);
      assert(lines.some(({ path, status }) => path === report && status !== 503), "none was made");
      const gone = lines.filter(({ status }) => status === 499);
      assertEquals([...new Set(gone.map(({ code }) => code))], ["client_closed_request"]);
      // who hangs up before a report is at times served before that is known
      const paths = new Set(gone.map(({ path }) => path)).add(report);
      assertEquals([...paths].sort(), [
        "/api/v1/auth/login",
        "/api/v1/customers",
        "/api/v1/reports/stock-valuation",
        "/api/v1/uploads",
      ]);
      const malformed = lines.filter(({ code }) => code === "malformed_body");
      assertEquals(malformed, [], "what is cut is not malformed");
      assert(lines.some(({ code }) => code === "malformed_request"), "a host that is none");
    });
    await t.step("nothing is left behind", () => {
      assertEquals([busy(), meta.total, incoming, left], [false, 0, [], []]);
    });
    await Deno.remove(dataDir, { recursive: true });
  },
});
