import { scratchDatabase } from "../../domain/backup/scratch_database.ts";
import { readConfig } from "../../domain/config/config.ts";
import { clusterOf } from "../../domain/db/embedded_cluster.ts";
import { assert, assertEquals } from "../support/assert.ts";

Deno.test("scratchDatabase() leaves nothing behind, wherever root's files had to go", async () => {
  const folder = await Deno.makeTempDir({ prefix: "scratch-" }); // root's alone, as the drill's is
  const scratch = await scratchDatabase(readConfig(() => undefined), folder);
  const files = await clusterOf(`${folder}/database`);
  assert(files, "it has files");
  await scratch[Symbol.asyncDispose]();
  assertEquals(await Deno.stat(files).then(() => true, () => false), false, files);
  await Deno.remove(folder, { recursive: true });
});
