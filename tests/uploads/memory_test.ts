import { assert, assertEquals } from "../support/assert.ts";
import { testApp, testSecret } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { linux, testThatNeeds } from "../support/needs.ts";
import { taskArguments } from "../support/server.ts";
import { body, noise, pdf } from "./files.ts";
import { anEmptyStorage, filesUnder } from "./storage.ts";

const MIB = 1024 * 1024;

/** Resident and highest resident memory of a process, in MiB. Linux only. */
async function memoryOf(pid: number) {
  // by cat, because Deno opens /proc only to programs with every right
  const { stdout } = await new Deno.Command("cat", { args: [`/proc/${pid}/status`] }).output();
  const status = new TextDecoder().decode(stdout);
  const of = (name: string) => Number(new RegExp(`${name}:\\s*(\\d+) kB`).exec(status)![1]) / 1024;
  return { now: of("VmRSS"), highest: of("VmHWM") };
}

testThatNeeds([linux], {
  name: "POST /uploads needs no memory for the files when 20 of 10 MB come at once",
  async fn(t) {
    await using db = await freshDatabase();
    await using storage = await anEmptyStorage();
    const { token } = await testApp(db.database).as("owner");
    const server = new Deno.Command(Deno.execPath(), {
      args: [
        ...taskArguments("start", { UPLOAD_DIR: storage.folder }).slice(0, -1),
        `${import.meta.dirname}/server.ts`,
      ],
      env: { DATABASE_URL: db.url, JWT_SECRET: testSecret, UPLOAD_DIR: storage.folder },
      stdout: "piped",
    }).spawn();
    const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value: port } = await reader.read();
    const base = `http://127.0.0.1:${port?.trim()}/api/v1/uploads`;

    /** A server with too much to do says so, and is asked again. */
    async function upload(file: Uint8Array, tries = 1): Promise<number> {
      const answer = await fetch(base, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "multipart/form-data; boundary=line",
        },
        body: body([{ file: "x", body: file }], "line"),
      });
      await answer.body?.cancel();
      if (answer.status !== 503 || tries === 20) return answer.status;
      await new Promise((wake) => setTimeout(wake, 1000));
      return await upload(file, tries + 1);
    }

    const photo = await noise(3560, 2670).jpeg({ quality: 97 }).toBuffer();
    assert(photo.length > 9 * MIB && photo.length <= 10 * MIB, `${photo.length} bytes`);
    const document = pdf({ length: 10 * MIB });
    try {
      assertEquals([await upload(photo), await upload(document)], [201, 201]);
      const before = await memoryOf(server.pid);
      for (const [name, file] of [["photos", photo], ["documents", document]] as const) {
        await t.step(name, async () => {
          const start = performance.now();
          const statuses = await Promise.all(Array.from({ length: 20 }, () => upload(file)));
          assertEquals(statuses, Array(20).fill(201));
          const { highest } = await memoryOf(server.pid);
          const figures = `${before.now.toFixed()} MiB before, ${highest.toFixed()} MiB at most, ` +
            `${((performance.now() - start) / 1000).toFixed(1)} s`;
          console.log(`20 ${name} of 10 MB at once: ${figures}`);
          assert(highest - before.now < 150, figures);
        });
      }
      assertEquals((await filesUnder(storage.folder)).length, 21 * 3);
    } finally {
      server.kill();
      await reader.cancel();
      await server.status;
    }
  },
});
