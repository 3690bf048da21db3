import sql, { raw } from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase, type TestDatabase } from "../support/db.ts";
import { call, cli, startServer } from "../support/server.ts";

const canary = (name: string) => `canary-${name}-${crypto.randomUUID()}`;

Deno.test("no secret is left in arguments, output, log or database, whatever goes wrong", async (t) => {
  await using db = await freshDatabase();
  const folder = await Deno.makeTempDir({ prefix: "secrets-" });
  const env = {
    DATABASE_URL: db.url,
    JWT_SECRET: canary("jwt"),
    UPLOAD_DIR: folder,
    LOG_LEVEL: "debug",
  };
  const secrets = { jwt: env.JWT_SECRET, database: new URL(db.url).password } as Record<
    string,
    string
  >;
  const secret = (name: string) => secrets[name] = canary(name);
  const seen: Record<string, string> = {};
  const arguments_ = watchArguments();

  await t.step("the owner is made at the terminal", async () => {
    const owner = ["owner", "setup", "--name", "Owner", "--email", "owner@example.test"];
    const runs = [
      await cli(folder, [...owner, "--password-stdin"], {
        stdin: `${secret("long").repeat(3)}\n`,
        env,
      }),
      await cli(folder, [...owner, "--password-stdin"], { stdin: `${secret("owner")}\n`, env }),
      await cli(folder, [...owner, "--json"], {
        env: { ...env, BACK_OFFICE_PASSWORD: secret("second owner") },
      }),
    ];
    assertEquals(runs.map(({ code }) => code), [3, 0, 4]);
    seen["command line"] = runs.map(({ stdout, stderr }) => stdout + stderr).join("\n");
  });

  const server = await startServer(folder, env);
  const answers: string[] = [];
  let token: string | undefined;
  const send = async (status: number, path: string, body: unknown, key?: string) => {
    const headers = key ? { "idempotency-key": key } : undefined;
    const answer = await call(server.base, token, "POST", path, body, headers);
    assertEquals(answer.status, status, `${path}: ${JSON.stringify(answer.body)}`);
    answers.push(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const email = "owner@example.test";

  await t.step("people log in, wrongly and rightly, and passwords are given", async () => {
    await send(401, "/auth/login", { email, password: secret("wrong") });
    await send(422, "/auth/login", { email, password: [secret("list")] });
    await send(422, "/auth/login", { email, pasword: secret("misspelt") });
    const session = await send(200, "/auth/login", { email, password: secrets.owner });
    answers.pop(); // its tokens are what it is for
    token = secrets.token = session.token;
    secrets.refresh = session.refresh_token;
    const user = { name: "Salma", role: "store", email: "salma@example.test" };
    await send(422, "/users", { ...user, role: "none", password: secret("refused user") }, "a");
    const made = await send(201, "/users", { ...user, password: secret("user") }, "b");
    await send(409, "/users", { ...user, password: secret("twice") }, "c");
    await send(200, `/users/${made.id}/reset-password`, { new_password: secret("reset") }, "d");
    await send(422, `/users/${made.id}/reset-password`, {
      new_password: secret("longer").repeat(3),
    });
    await send(401, "/auth/refresh", { refresh_token: secret("no refresh") });
  });

  await t.step("the server breaks in the middle", async () => {
    await db.database.query(sql`alter table users rename column password_hash to gone`);
    await send(500, "/auth/login", { email, password: secret("broken login") });
    const user = { name: "Karim", role: "store", email: "karim@example.test" };
    await send(500, "/users", { ...user, password: secret("broken user") }, "e");
    await db.database.query(sql`alter table users rename column gone to password_hash`);
    const broken = await fetch(`${server.base}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret("bearer")}` },
      body: `{"email":"${email}","password":"${secret("broken JSON")}`,
    });
    assertEquals(broken.status, 400);
    answers.push(await broken.text());
  });

  await server.stop();
  seen.arguments = await arguments_.stop();
  seen.log = server.output();
  seen.answers = answers.join("\n");
  seen.database = await everyRow(db);
  // what shows that the right things were looked at
  const witnesses: Record<string, string> = {
    "command line": "owner@example.test",
    arguments: "api/main.ts",
    log: '"status":500',
    answers: '"status":500',
    database: "salma@example.test",
  };
  for (const [place, text] of Object.entries(seen)) {
    await t.step(place, () => {
      assert(text.includes(witnesses[place]), `no ${witnesses[place]} in ${place}`);
      // other tests' programs may get the password of the tests' own PostgreSQL
      for (const [name, value] of Object.entries(secrets)) {
        if (place === "arguments" && name === "database") continue;
        assert(!text.includes(value), `${place} has the secret "${name}"`);
      }
    });
  }
  await Deno.remove(folder, { recursive: true });
});

/** The rows of all tables as text: whatever column a secret got into, it is found. */
async function everyRow({ database }: TestDatabase): Promise<string> {
  const tables = await database.query<{ name: string }[]>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const texts = await Promise.all(tables.map(async ({ name }) => {
    const rows = await database.query<{ row: string }[]>(
      sql`select t::text as row from ${raw(name)} t`,
    );
    return rows.map(({ row }) => row).join("\n");
  }));
  return texts.join("\n");
}

/** Collects the arguments of every process that runs meanwhile, again and again. */
function watchArguments() {
  const found = new Set<string>();
  let stopping = false;
  const watching = (async () => {
    while (!stopping) {
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", "cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'"],
        stderr: "null", // some have ended by then
      }).output();
      for (const line of new TextDecoder().decode(stdout).split("\n")) found.add(line);
      await new Promise((wake) => setTimeout(wake, 20));
    }
  })();
  return {
    async stop() {
      stopping = true;
      await watching;
      return [...found].join("\n");
    },
  };
}
