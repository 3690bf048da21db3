import { faultInBangla, faults } from "../../domain/bangla/faults.bn.ts";
import { assert, assertEquals } from "../support/assert.ts";

/** How the service says what is wrong with a field, where it names no more than a word or two. */
const SAID = /["`]((?:must|is|are|names|belongs|has|does not|would) [^"`\n]{3,160})["`]/g;
/** Where a sentence begins that stands at a field. */
const AT_FIELD = /invalid\(\{|wrong\(|refine\(|\.min\(|\.max\(|message:/g;

async function* sources(folder: URL): AsyncGenerator<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) yield* sources(new URL(`${name}/`, folder));
    else if (isFile && name.endsWith(".ts")) yield await Deno.readTextFile(new URL(name, folder));
  }
}

/** Of the environment and of programs; nobody sees it in a form. */
const notOfForms =
  /postgres|debug, info|public, private|UUID|cursor|change_token|token|when since|yes or no/;

const isBare = (fault: string) => faultInBangla(fault).startsWith("এটি ঠিক নয়");

Deno.test("whatever the service says of a field has its reason in Bangla", async () => {
  const bare: string[] = [];
  let all = 0;
  for await (const text of sources(new URL("../../domain/", import.meta.url))) {
    for (const { index } of text.matchAll(AT_FIELD)) {
      for (const [, said] of text.slice(index, index + 260).matchAll(SAID)) {
        if (said.endsWith(".") || notOfForms.test(said)) continue;
        all++;
        // what is filled in may be a number or a day
        const [number, day] = ["1", "2026-01-01"].map((one) => said.replace(/\$\{[^}]*\}/g, one));
        if (isBare(number) && isBare(day)) bare.push(number);
      }
    }
  }
  assert(all > 150, `${all} sentences`);
  assertEquals([...new Set(bare)], []);
});

Deno.test("what a sentence names is named in Bangla too, and each rule says something", () => {
  assertEquals(
    faultInBangla("must not be before 2026-01-01, the start of the books"),
    "2026-01-01-এর আগের তারিখ হতে পারে না",
  );
  assertEquals(faultInBangla("must be at most received_qty, 5"), "যত এসেছে (5), তার বেশি হতে পারে না");
  assertEquals(faultInBangla("must be odd"), "এটি ঠিক নয় (must be odd)");
  for (const [, sentence] of faults) assert(/[\u0980-\u09FF]/.test(sentence), sentence);
});
