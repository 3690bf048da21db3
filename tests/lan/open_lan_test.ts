import { connect } from "node:tls";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { type Info, type LanOptions, openLan } from "../../api/lan/open_lan.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";

const house = { addresses: ["192.168.1.5"], host: "office-pc" };
const html = { accept: "text/html,*/*;q=0.8" };

async function withLan(
  options: Partial<LanOptions>,
  body: (lan: Awaited<ReturnType<typeof openLan>>, folder: string) => Promise<void>,
) {
  const data = await Deno.makeTempDir();
  const folder = `${data}/lan`;
  const lan = await openLan({
    folder,
    port: 0,
    answer: () => new Response("the app"),
    names: () => house,
    ...options,
  });
  try {
    await body(lan, folder);
  } finally {
    await lan.stop();
    await Deno.remove(data, { recursive: true });
  }
}

const from = (hostname: string): Info => ({
  remoteAddr: { transport: "tcp", hostname, port: 40_000 },
  completed: Promise.resolve(),
});

/** Over https as a phone that trusts the authority. */
async function https(lan: { port: number }, folder: string, path: string, host = "localhost") {
  const [cert] = /-+BEGIN CERTIFICATE[^]+/.exec(
    await Deno.readTextFile(`${folder}/authority.pem`),
  )!;
  using client = Deno.createHttpClient({ caCerts: [cert], poolMaxIdlePerHost: 0 });
  const answer = await fetch(`https://${host}:${lan.port}${path}`, { client });
  return { status: answer.status, text: await answer.text() };
}

Deno.test("plain http shows the house one page, in both languages, and nothing else", async () => {
  await withLan({}, async (lan) => {
    const ask = (path: string, init?: RequestInit, who = "192.168.1.77") =>
      lan.plain(new Request(`http://192.168.1.5:8000${path}`, init), from(who));
    for (const path of ["/", "/mobile", "/admin-mobile", "/connect"]) {
      const answer = await ask(path, { headers: html });
      const text = await answer.text();
      assertEquals(answer.status, 200, path);
      assertMatch(text, /<section lang="en">[^]*Android[^]*iPhone[^]*Windows/);
      assertMatch(text, /<section lang="bn">[^]*অ্যান্ড্রয়েড[^]*আইফোন[^]*উইন্ডোজ/);
      assertMatch(text, new RegExp(`href="https://192\\.168\\.1\\.5:${lan.port}/mobile"`));
      assertEquals([text.match(/<svg/g)?.length, /<script/.test(text)], [4, false]);
      assertMatch(
        answer.headers.get("content-security-policy")!,
        /^default-src 'none'; style-src 's/,
      );
    }
    const certificate = await ask("/connect/ca.crt");
    assertEquals(certificate.headers.get("content-type"), "application/x-x509-ca-cert");
    for (
      const [path, init] of [
        ["/api/v1/health", {}],
        ["/mobile", { method: "POST", headers: html }],
        ["/api/v1/auth/login", { method: "POST", body: "{}" }],
        ["/sw.js", {}],
      ] as const
    ) {
      const refused = await ask(path, init);
      assertEquals([refused.status, (await refused.json()).code], [403, "forbidden"], path);
    }
    assertEquals(await (await ask("/mobile", { headers: html }, "127.0.0.1")).text(), "the app");
    assertMatch(await (await ask("/connect", {}, "127.0.0.1")).text(), /Connect this phone/);
  });
});

Deno.test("the codes on the page are read as its own address and the https one", async () => {
  const wasm = import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = (await Deno.readFile(new URL(wasm))).buffer as ArrayBuffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  await withLan({}, async (lan) => {
    const request = new Request("http://192.168.1.5:8000/", { headers: html });
    const page = await (await lan.plain(request, from("192.168.1.77"))).text();
    // the service's own reading of pictures, loaded beside this, knows no SVG
    sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
    const read = await Promise.all(
      page.match(/<svg[^]*?<\/svg>/g)!.map(async (svg) => {
        const picture = await sharp(new TextEncoder().encode(svg), { density: 300 }).flatten({
          background: "white",
        }).png().toBuffer();
        return (await readBarcodes(new Uint8Array(picture)))[0]?.text;
      }),
    );
    sharp.block({ operation: ["VipsForeignLoadSvg"] });
    const both = ["http://192.168.1.5:8000/connect", `https://192.168.1.5:${lan.port}/mobile`];
    assertEquals(read, [...both, ...both]);
  });
});

Deno.test("who is not in the house gets no answer", async () => {
  await withLan({}, async (lan) => {
    for (const path of ["/", "/connect", "/connect/ca.crt", "/mobile"]) {
      const request = new Request(`http://192.168.1.5:8000${path}`, { headers: html });
      assertEquals((await lan.plain(request, from("203.0.113.9"))).status, 403, path);
    }
  });
});

Deno.test("the authority's key is in no answer, on either port", async () => {
  await withLan({}, async (lan, folder) => {
    const pem = await Deno.readTextFile(`${folder}/authority.pem`);
    const [, key] = /PRIVATE KEY-+\n([^-]+)/.exec(pem)!;
    const secret = key.replace(/\n/g, "");
    const binary = atob(secret).slice(60, 120);
    const names = [
      "ca.crt",
      "ca.key",
      "authority.pem",
      "../lan/authority.pem",
      "%2e%2e/authority.pem",
    ];
    for (
      const path of [
        "/connect",
        ...names.map((name) => `/connect/${name}`),
        "/lan/authority.pem",
      ]
    ) {
      for (const who of ["192.168.1.77", "127.0.0.1"]) {
        const request = new Request(`http://office${path}`, { headers: html });
        const answer = await lan.plain(request, from(who));
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const text = new TextDecoder("latin1").decode(bytes);
        assert(!text.includes(key.split("\n")[2]) && !text.includes(binary), `${who} ${path}`);
      }
      const { text } = await https(lan, folder, path);
      assert(!text.includes(key.split("\n")[2]) && !/PRIVATE KEY/.test(text), path);
    }
  });
});

Deno.test("https is made anew for other addresses and before its end, on the same port", async () => {
  let [names, now] = [house, new Date()];
  const begun = now;
  let told = 0;
  const options = { names: () => names, now: () => now, changed: () => told++, everyMs: 20 };
  await withLan(options, async (lan, folder) => {
    const ask = () => https(lan, folder, "/mobile");
    assertEquals(await ask(), { status: 200, text: "the app" });
    assertMatch(lan.told(8000), /https:\/\/192\.168\.1\.5:\d+\n +https:\/\/office-pc\.local/);
    const served = () => shown(lan.port);
    const first = await served();
    names = { addresses: ["192.168.1.9"], host: "office-pc" };
    while (told === 0) await new Promise((wake) => setTimeout(wake, 20));
    assertMatch(lan.told(8000), /http:\/\/192\.168\.1\.9:8000\/connect/);
    assertEquals(await ask(), { status: 200, text: "the app" });
    assert((await served()).serial !== first.serial);
    const before = await served();
    now = new Date(begun.getTime() + 380 * 24 * 60 * 60 * 1000);
    let after = before;
    for (let tries = 0; after.serial === before.serial && tries < 200; tries++) {
      await new Promise((wake) => setTimeout(wake, 50));
      after = await served().catch(() => before);
    }
    assert(after.until > before.until, "renewed");
    assertEquals(told, 1, "nobody is told of a renewal");
  });
});

/** What the listener shows: its certificate's number and its end. */
function shown(port: number) {
  return new Promise<{ serial: string; until: number }>((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      const { serialNumber, valid_to } = socket.getPeerCertificate();
      socket.destroy();
      resolve({ serial: serialNumber, until: Date.parse(valid_to) });
    });
    socket.on("error", reject);
  });
}
