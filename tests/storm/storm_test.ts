import { assert, assertEquals } from "../support/assert.ts";
import { storm } from "./storm.ts";

/** Those that are over quickly; `deno task storm` has them all. */
const only = ["a server is killed", "database crashes", "link is cut", "takes no writes"];

Deno.test({
  name: "things go wrong under clients: nothing acknowledged is lost, nothing is done twice",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const struck: string[] = [];
    const { deeds, reads, findings } = await storm({
      minutes: 0,
      only,
      writers: 4,
      readers: 2,
      say: (line) => struck.push(line),
    });
    assertEquals([...findings.keys()], []);
    assertEquals(struck.length, only.length);
    const acknowledged = deeds.filter(({ state }) => state === "acknowledged").length;
    assertEquals(acknowledged, deeds.length, "what a client wants done is done in the end");
    assert(acknowledged > 50 && reads > 50, `${acknowledged} writes, ${reads} reads`);
  },
});
