import type { Command } from "../../cli/command.ts";
import { commandsFrom, everyCommand } from "../../cli/commands.ts";
import { commandHelp, commandsPage, unknownCommand } from "../../cli/help.ts";
import { VERSION } from "../../domain/version.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { program, testThatNeeds } from "../support/needs.ts";
import { cli, commandHost } from "../support/server.ts";

let commands: Command[]; // not at the top: an import there does not wait for one under way elsewhere
Deno.test.beforeAll(async () => void (commands = await everyCommand()));
const root = new URL("../../", import.meta.url);

Deno.test("COMMANDS.md is what the table of commands says (deno task commands)", async () => {
  const kept = await Deno.readTextFile(new URL("COMMANDS.md", root));
  assert(kept === `${commandsPage(commands)}\n`, "run `deno task commands` and commit COMMANDS.md");
});

Deno.test("the help of every command begins with an example that runs that command", () => {
  for (const command of commands) {
    const [first] = commandHelp(command).split("\n");
    assertMatch(first, /^ {2}\$ /);
    assert(first.includes(`deno task cli ${command.name}`), first);
    assertMatch(command.summary, /^[A-Z].*\.$/);
  }
  assertEquals(new Set(commands.map(({ name }) => name)).size, commands.length);
});

Deno.test("the first word of a command brings that command", async () => {
  const words = [...new Set(commands.map(({ name }) => name.split(" ")[0]))];
  const brought = await Promise.all(words.map(commandsFrom));
  for (const { name } of commands) {
    const names = brought[words.indexOf(name.split(" ")[0])].map((command) => command.name);
    assert(names.includes(name), name);
  }
});

Deno.test("unknownCommand() names the nearest command", () => {
  const nearest = (typed: string) =>
    /Did you mean "(.+)"/.exec(unknownCommand(typed.split(" "), commands))![1];
  assertEquals(nearest("shipmnt import"), "shipment import");
  assertEquals(nearest("docter"), "doctor");
  assertEquals(nearest("backup crate"), "backup create");
});

Deno.test("help is found however it is asked for, without a database", async () => {
  const env = { DATABASE_URL: "not even an address" };
  await using host = commandHost("/nowhere", env);
  const run = (...args: string[]) => host.run(args);
  const plain = await run("help", "backup", "create");
  assertEquals(plain.code, 0);
  for (const args of [["backup", "create", "--help"], ["backup", "create", "-h"]]) {
    assertEquals((await run(...args)).stdout, plain.stdout);
  }
  assertMatch((await run()).stdout, /Exit codes: 0 done/);
  assertMatch((await run("help", "backup")).stdout, /backup restore/);
  for (const group of ["report", "list", "show"]) {
    const { code, stdout } = await run(group);
    assertEquals(code, 0);
    for (const { name, summary } of commands.filter(({ name }) => name.startsWith(`${group} `))) {
      assert(
        stdout.split("\n").some((line) => line.includes(name) && line.endsWith(summary)),
        name,
      );
    }
  }
  const unknown = await run("bakcup", "create");
  assertEquals([unknown.code, unknown.stdout], [2, ""]);
  assertMatch(
    unknown.stderr,
    /^There is no command "bakcup create"\. Did you mean "backup create"\?/,
  );
  assertEquals((await run("doctor", "--nonsense")).code, 2);
});

Deno.test("version is told however it is asked for, without a database", async () => {
  await using host = commandHost("/nowhere", { DATABASE_URL: "not even an address" });
  for (const word of ["version", "--version"]) {
    const { code, stdout } = await host.run([word]);
    assertEquals([code, stdout], [0, `${VERSION}\n`]);
    const { stdout: json } = await host.run([word, "--json"]);
    assertEquals(JSON.parse(json), { version: VERSION });
  }
});

testThatNeeds([program("bash")], {
  name: "the bash completion offers groups, commands and options",
  async fn() {
    const { stdout } = await cli("/nowhere", ["completion", "bash"]);
    const complete = async (...words: string[]) => {
      const script = `${stdout}
      COMP_WORDS=(bo ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
      _bo; echo "\${COMPREPLY[@]}"`;
      const { stdout: answer, code } = await new Deno.Command("bash", {
        args: ["-c", script],
        cwd: "/",
      }).output();
      assertEquals(code, 0);
      return new TextDecoder().decode(answer).trim().split(" ");
    };
    assertEquals(await complete("back"), ["backup"]);
    assertEquals(await complete("backup", "ver"), ["verify"]);
    assertEquals(await complete("backup", "create", "--k"), ["--keep"]);
    assertEquals(await complete("verify-books", "--j"), ["--json"]);
    const groups = await complete("");
    for (const { name } of commands) assert(groups.includes(name.split(" ")[0]), name);
  },
});

Deno.test("completion for zsh and fish names every command; anything else is 2", async () => {
  await using host = commandHost("/nowhere");
  for (const shell of ["zsh", "fish"]) {
    const { code, stdout } = await host.run(["completion", shell]);
    assertEquals(code, 0);
    for (const { name } of commands) {
      for (const word of name.split(" ")) assert(stdout.includes(word), `${shell}: ${word}`);
    }
  }
  assertEquals((await host.run(["completion", "tcsh"])).code, 2);
});
