import { assert, assertEquals } from "../support/assert.ts";
import { testsOf } from "./choose_tests.ts";
import { codeFaults } from "./code_faults.ts";
import { withFault } from "./fault.ts";
import { allMutants, mutantsIn, sampleOf } from "./sample.ts";
import { constraintFaults } from "./sql_faults.ts";

const root = new URL("../..", import.meta.url).pathname;
const inCode = (text: string) => codeFaults(text).map((fault) => withFault(text, fault));
const inSchema = (text: string) => constraintFaults(text).map((fault) => withFault(text, fault));

Deno.test("each operator makes its change in code", () => {
  const cases: [string, ...string[]][] = [
    ["a < b", "a <= b"],
    ["a >= b", "a > b"],
    ["a === b", "a !== b"],
    ["a && b", "a || b"],
    ["a + 1", "a - 1"],
    ["a * b", "a / b"],
    ["a.minus(b)", "a.plus(b)"],
    ["a.gt(b)", "a.gte(b)"],
    ["f(true)", "f(false)"],
    ["if (a) b();", "if (!(a)) b();"],
    ['allow(actor, "x");', ";"],
    ["await audit(tx, actor);", ";"],
    ["await lockCustomer(tx, id);", ";"],
    ["throw conflict();", ";"],
  ];
  for (const [text, ...faulty] of cases) assertEquals(inCode(text), faulty);
});

Deno.test("each operator makes its change in SQL", () => {
  const cases: [string, ...string[]][] = [
    ["sum(x)", "max(x)"],
    ["a and b", "a or b"],
    ["a >= b", "a > b"],
    ["a - b", "a + b"],
    ["from t for update", "from t "],
    ["by x desc", "by x asc"],
    ["coalesce(f(x), 0)", "coalesce(f(x), 1)"],
    ["x is not null", "x is null"],
    ["x between 1 and 2"],
    ["a -- and b"],
    ["x = ' and '"],
  ];
  for (const [text, ...faulty] of cases) {
    assertEquals(inCode(`sql\`${text}\``), faulty.map((each) => `sql\`${each}\``));
  }
});

Deno.test("each operator drops what a table holds", () => {
  assertEquals(inSchema("create table t (a int check (a > (0)), b int unique)"), [
    "create table t (a int check (a > (0) or true), b int unique)",
    "create table t (a int check (a > (0)), b int )",
  ]);
  assertEquals(inSchema("create unique index on t (a)"), ["create  index on t (a)"]);
  assertEquals(inSchema("create table t (a int references u (id), unique (a, b))"), [
    "create table t (a int references u (id), check (true))",
    "create table t (a int , unique (a, b))",
  ]);
  assertEquals(inSchema("alter table t add foreign key (a) references u"), [
    "alter table t add check (true)",
  ]);
  assertEquals(inSchema("create trigger g before update on t for each row execute function f()"), [
    "create trigger g before update on t for each row when (false) execute function f()",
  ]);
  const [{ table }] = mutantsIn("migrations/1.sql", "create table t (a int check (a > 0));");
  assertEquals(table, "t");
});

Deno.test("strings, comments and types are left alone", () => {
  for (
    const text of [
      '"a < b && true"',
      "`if (a) throw ${b}`",
      "// a < b",
      "/* throw x; */",
      "let a: true;",
      '"a" + b',
      "sql`${a ?? '>= and'}`",
    ]
  ) assertEquals(inCode(text), [], text);
  assertEquals(inSchema("-- check (a)\nselect 'check (b)'"), []);
  assertEquals(inSchema("create function f() as $$ begin check (a); end $$"), []);
});

Deno.test("a seed has one sample, another seed has another, and an edit elsewhere moves neither", async () => {
  const mutants = await allMutants(root, ["domain/money"]);
  const names = (seed: number, of = mutants) =>
    sampleOf(of, 10, seed).map(({ file, line, is }) => `${file}:${line} ${is}`);
  assertEquals(names(1).length, 10);
  assertEquals(names(1), names(1));
  assert(names(1).join() !== names(2).join());
  const more = [...mutantsIn("domain/a.ts", "a < b"), ...mutants];
  assert(names(1, more).filter((name) => names(1).includes(name)).length >= 9);
});

Deno.test("a fault meets the narrowest tests first, one in a migration those of the table's area", async () => {
  const testsFor = await testsOf(root);
  const [code] = mutantsIn("domain/money/decimal.ts", "a < b");
  assertEquals(testsFor(code).near[0], "tests/money/decimal_test.ts");
  const [schema] = mutantsIn("migrations/1.sql", "create table payments (a int check (a > 0));");
  assert(testsFor(schema).near.includes("tests/sales/payments_test.ts"));
});
