import { readConfig } from "../../domain/config/config.ts";
import { openUploads } from "../../domain/uploads/open_uploads.ts";
import { assertEquals } from "../support/assert.ts";
import { anEmptyStorage, filesUnder } from "./storage.ts";

Deno.test("a server starts while files come and go that another one receives", async () => {
  await using storage = await anEmptyStorage();
  const incoming = storage.uploads.incoming;
  let receiving = true;
  const another = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; receiving; n++) {
      const path = `${incoming}/${writer}-${n}`;
      await Deno.writeTextFile(path, "half");
      await Deno.rename(path, `${storage.folder}/files/${writer}`);
    }
  });
  try {
    const config = { ...readConfig(() => undefined), UPLOAD_DIR: storage.folder };
    for (let starts = 0; starts < 200; starts++) {
      const { store } = await openUploads(config);
      await Array.fromAsync(store.list());
    }
  } finally {
    receiving = false;
    await Promise.all(another);
  }
  assertEquals((await filesUnder(storage.folder)).length, 8);
});

Deno.test("what a crash left half received goes a day later, when a server starts", async () => {
  await using storage = await anEmptyStorage();
  const incoming = storage.uploads.incoming;
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000);
  for (const [name, ago] of [["stale", 25], ["young", 23]] as const) {
    await Deno.writeTextFile(`${incoming}/${name}`, "half");
    await Deno.utime(`${incoming}/${name}`, hours(ago), hours(ago));
  }
  await openUploads({ ...readConfig(() => undefined), UPLOAD_DIR: storage.folder });
  assertEquals(await filesUnder(storage.folder), ["incoming/young"]);
});
