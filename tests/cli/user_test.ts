import sql from "sql-template-tag";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

Deno.test("user commands make, reset and deactivate staff by the rules of the API", async (t) => {
  await using office = await openOffice();
  const withPassword = (password: string, ...args: string[]) =>
    office.commands.run(["user", ...args, "--password-stdin"], { stdin: `${password}\n` });
  const actions = async () =>
    (await office.database.query<{ action: string }[]>(
      sql`select action from audit_log where entity = 'user' order by id`,
    )).map(({ action }) => action);
  const sessions = async () => {
    const [{ open }] = await office.database.query<[{ open: number }]>(
      sql`select count(*) filter (where revoked_at is null) as open from sessions`,
    );
    return open;
  };

  await t.step("add: a made-up password is shown once and due for a change", async () => {
    const add = [
      "user",
      "add",
      "--name",
      "Rahim",
      "--role",
      "sales",
      "--email",
      "Rahim@example.com",
    ];
    const dry = await office.json(...add, "--dry-run");
    assertEquals([dry.code, dry.data.dry_run, dry.data.generated_password], [0, true, undefined]);
    assertEquals((await office.run(...add, "--quiet")).code, 2);
    const { code, data } = await office.json(...add);
    assertEquals([code, data.email, data.must_change_password], [0, "rahim@example.com", true]);
    assert(data.generated_password.length >= 12);
    assertEquals((await office.run(...add)).code, 4);
  });
  await t.step("add: a given password by standard input, never as an argument", async () => {
    const role = ["--name", "Karim", "--role", "store", "--phone", "01712345678"];
    assertEquals((await withPassword("short", "add", ...role)).code, 3);
    const made = await withPassword("long enough 12", "add", ...role);
    assertEquals(made.code, 0);
    assert(!made.stdout.includes("long enough"), "the password is not printed");
    const asArgument = ["user", "add", ...role, "--password", "long enough 12"];
    assertEquals((await office.run(...asArgument)).code, 2);
    const nobody = await office.run("user", "add", "--name", "X", "--role", "store");
    assertEquals(nobody.code, 3);
    assertMatch(nobody.stderr, /email or a phone or an employee code is required/);
  });
  await t.step("reset-password and deactivate end every session", async () => {
    await office.database.query(sql`
      insert into sessions (user_id, expires_at)
      select id, now() + interval '1 day' from users where phone = '01712345678'`);
    assertEquals(await sessions(), 1);
    assertEquals(
      (await withPassword("another long 1", "reset-password", "+8801712345678")).code,
      0,
    );
    assertEquals(await sessions(), 0);
    const { data } = await office.json("user", "reset-password", "rahim@example.com");
    assert(data.generated_password.length >= 12);
    assertEquals((await office.run("user", "deactivate", "rahim@example.com")).code, 0);
    assertEquals((await office.run("user", "reset-password", "nobody@example.com")).code, 5);
    assertEquals((await office.run("user", "deactivate")).code, 2);
  });
  await t.step("the last owner stays; the store may not: refused like in the API", async () => {
    const [{ email }] = await office.database.query<[{ email: string }]>(
      sql`select email from users where role = 'owner'`,
    );
    assertEquals((await office.run("user", "deactivate", email, "--as", "system")).code, 4);
    const add = ["user", "add", "--name", "B", "--role", "store", "--email", "b@example.com"];
    assertEquals((await office.run(...add, "--as", "01712345678")).code, 3);
  });
  await t.step(
    "totp-off takes a lost second factor away; at the terminal nobody is asked",
    async () => {
      await office.database.query(sql`update settings set step_up_roles = '{owner}'`);
      await office.database.query(sql`
      insert into user_totp (user_id, secret, created_at, confirmed_at)
      select id, 'sealed', now(), now() from users where phone = '01712345678'`);
      const off = ["user", "totp-off", "01712345678"];
      assertEquals((await office.run(...off, "--dry-run")).code, 0);
      assertEquals((await office.run(...off, "--reason", "The phone is lost")).code, 0);
      assertEquals((await office.run(...off)).code, 4);
      assertEquals((await office.run("user", "totp-off", "nobody@example.com")).code, 5);
      const add = ["--name", "Nasrin", "--role", "accounts", "--email", "nasrin@example.com"];
      assertEquals((await office.run("user", "add", ...add)).code, 0);
    },
  );
  await t.step("list shows who may log in; the audit log has every deed", async () => {
    const { stdout } = await office.run("user", "list", "--role", "sales,store");
    assertMatch(stdout, /^USR-\d{4}-000001 +Rahim +sales +rahim@example\.com .* no$/m);
    assertEquals(stdout.trim().split("\n").length, 4);
    assertEquals(await actions(), [
      "user.create",
      "user.create",
      "user.reset_password",
      "user.reset_password",
      "user.update",
      "user.totp_off",
      "user.create",
    ]);
  });
});
