import { assert, assertEquals } from "../support/assert.ts";
import { testApp, testSecret } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { freePort, type Server, startServer } from "../support/server.ts";

Deno.test("two servers share one port, and one goes on when the other ends", async () => {
  await using db = await freshDatabase();
  const { token } = await testApp(db.database).as("owner");
  const folder = await Deno.makeTempDir({ prefix: "shared-port-" });
  const port = freePort();
  const start = (name: string) =>
    startServer(`${folder}/${name}`, {
      PORT: String(port),
      SHARE_PORT: "yes",
      DATABASE_URL: db.url,
      JWT_SECRET: testSecret,
      UPLOAD_DIR: `${folder}/uploads`,
    });
  const servers = await Promise.all(["one", "other"].map(start));
  try {
    // either may have answered that both are up: each says so itself
    const up = (server: Server) => server.output().includes(`:${port}`);
    for (let tries = 0; tries < 200 && !servers.every(up); tries++) {
      await new Promise((wake) => setTimeout(wake, 50));
    }
    assert(servers.every(up), servers.map((server) => server.output()).join("\n"));
    // each call on a connection of its own: the kernel deals them out
    const startedAt = async () => {
      using connection = await Deno.connect({ hostname: "127.0.0.1", port });
      const asked = `GET /metrics HTTP/1.1\r\nhost: here\r\nauthorization: Bearer ${token}\r\n` +
        "connection: close\r\n\r\n";
      await connection.write(new TextEncoder().encode(asked));
      const answer = new TextDecoder().decode((await Array.fromAsync(connection.readable))
        .reduce((all, part) => new Uint8Array([...all, ...part]), new Uint8Array()));
      return /^process_start_time_seconds (\S+)/m.exec(answer)![1];
    };
    const answered = new Set<string>();
    for (let calls = 0; calls < 100 && answered.size < 2; calls++) answered.add(await startedAt());
    assertEquals(answered.size, 2, "both answer");
    await servers[0].stop();
    const left = new Set<string>();
    for (let calls = 0; calls < 10; calls++) left.add(await startedAt());
    assertEquals(left.size, 1);
    assert(answered.isSupersetOf(left));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Deno.remove(folder, { recursive: true });
  }
});
