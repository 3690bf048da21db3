import { barLine } from "../../cli/progress.ts";
import { table } from "../../cli/table.ts";
import type { Command } from "../../cli/command.ts";
import { everyCommand } from "../../cli/commands.ts";
import { commandHelp } from "../../cli/help.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";

let commands: Command[]; // not at the top: an import there does not wait for one under way elsewhere
Deno.test.beforeAll(async () => void (commands = await everyCommand()));

Deno.test("barLine() tells share, rows, speed and how long it takes", () => {
  assertEquals(
    barLine("reading", 25_000, 0.25, 10),
    "reading ██████░░░░░░░░░░░░░░░░░░  25 %  25000 rows  2500 rows/s  ETA 0:30",
  );
  assertMatch(barLine("writing", 10, 1, 2), /100 % {2}10 records {2}5 records\/s {2}ETA 0:00$/);
  assertEquals(barLine("reading", 0, 0, 0.001).includes("ETA"), false);
});

Deno.test("table() puts numbers right and disarms what would steer a terminal", () => {
  assertEquals(
    table(["name", "d31_60"], [
      { name: "a\u001b[31m\nb", d31_60: decimal("12.50") },
      { name: "কখ", d31_60: null },
    ]),
    "name      31–60 days\n--------  ----------\na [31m b        12.5\nকখ",
  );
  assertEquals(table(["x"], []), "Nothing to show.");
});

Deno.test("the help of every command begins with an example of itself", () => {
  for (const command of commands) {
    const [first] = commandHelp(command).split("\n");
    assert(first.includes(`deno task cli ${command.name}`), first);
  }
});
