import type { Fault } from "./fault.ts";

type Swap = [pattern: RegExp, to: (found: string) => string, operator: string];

const swaps: Swap[] = [
  [/\bsum(?=\()/gi, () => "max", "sum → max"],
  [/\bmax(?=\()/gi, () => "sum", "max → sum"],
  [/(?<=\s)and(?=\s)/gi, () => "or", "and → or"],
  [/(?<=\s)or(?=\s)/gi, () => "and", "or → and"],
  [/(?<=\s)>=(?=\s)/g, () => ">", ">= → >"],
  [/(?<=\s)>(?=\s)/g, () => ">=", "> → >="],
  [/(?<=\s)<=(?=\s)/g, () => "<", "<= → <"],
  [/(?<=\s)<(?=\s)/g, () => "<=", "< → <="],
  [/(?<=\s)\+(?=\s)/g, () => "-", "+ → -"],
  [/(?<=\s)-(?=\s)/g, () => "+", "- → +"],
  [/\bfor (no key )?update( of \w+(, \w+)*)?( nowait| skip locked)?/gi, () => "", "for update"],
  [/\basc\b/gi, () => "desc", "asc → desc"],
  [/\bdesc\b/gi, () => "asc", "desc → asc"],
  [/\bnot\s+/gi, () => "", "not removed"],
  [/(?<=\bcoalesce\((?:[^()]|\([^()]*\))*,\s*)(0|true|false)(?=\s*\))/gi, other, "coalesce"],
];

function other(found: string): string {
  return { 0: "1", true: "false", false: "true" }[found.toLowerCase()]!;
}

/** Faults in statements whose comments and strings are blanks already; `from` is where they stand. */
export function sqlFaults(masked: string, from = 0): Fault[] {
  return swaps.flatMap(([pattern, to, operator]) =>
    [...masked.matchAll(pattern)]
      .filter(({ index }) => operator !== "and → or" || !isOfBetween(masked.slice(0, index)))
      .map(({ 0: found, index }) => ({
        at: from + index,
        end: from + index + found.length,
        to: to(found),
        operator: `SQL ${operator}`,
      }))
  );
}

/** `between a and b` */
function isOfBetween(before: string): boolean {
  return /\bbetween\b(?:(?!\sand\s)[^])*$/i.test(before.slice(-200));
}

/** The same length, with blanks for comments and strings. */
export function maskSql(text: string): string {
  return text.replace(/--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'/g, blank);
}

export const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** One constraint or trigger each is there by its name and holds nothing any more. */
export function constraintFaults(text: string): (Fault & { table?: string })[] {
  const masked = maskSql(text).replace(/\$(\w*)\$[^]*?\$\1\$/g, blank); // bodies of functions
  const found: Fault[] = [];
  for (const { index, 0: { length } } of masked.matchAll(/\bcheck\s*\(/gi)) {
    const end = closing(masked, index + length);
    found.push({ at: end, end, to: " or true", operator: "check dropped" });
  }
  const plain: [RegExp, string, string][] = [
    [/\bunique(?=\s+index\b)/gi, "", "unique dropped"],
    [/\bunique\s*\([^()]*\)/gi, "check (true)", "unique dropped"],
    [/\bunique\b(?=\s*[,)]|\s+\w+\s*[,)])(?!\s*\()/gi, "", "unique dropped"],
    [
      /\bforeign key\s*\([^()]*\)\s*references\s+\w+(\s*\([^()]*\))?/gi,
      "check (true)",
      "key dropped",
    ],
    [/(?<!foreign key \([^()]*\) )\breferences\s+\w+(\s*\([^()]*\))?/gi, "", "key dropped"],
    [/(?<=\bcreate (constraint )?trigger [^;]*)\bexecute function/gi, "when (false) $&", "trigger"],
  ];
  for (const [pattern, to, operator] of plain) {
    for (const { 0: was, index } of masked.matchAll(pattern)) {
      const statement = masked.slice(masked.lastIndexOf(";", index) + 1, index);
      if (operator === "trigger" && /\bwhen\b/i.test(statement)) continue;
      const becomes = to.replace("$&", was);
      found.push({ at: index, end: index + was.length, to: becomes, operator });
    }
  }
  return found.map((fault) => {
    const statement = masked.slice(masked.lastIndexOf(";", fault.at - 1) + 1, fault.at);
    const named = [...statement.matchAll(/\b(?:table(?: if exists)?|on)\s+(\w+)/gi)];
    const own = /^\s*(create|alter) table/i.test(statement) ? named[0] : named.at(-1);
    const after = /^[^;]*?\bon (\w+)/i.exec(masked.slice(fault.at)); // create unique index … on T
    return { ...fault, table: own?.[1] ?? after?.[1] };
  }).map((fault) => ({ ...fault, operator: `SQL ${fault.operator}` }));
}

/** Where the parenthesis closes that was opened before `at`. */
function closing(text: string, at: number): number {
  let depth = 1;
  while (at < text.length) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
    at++;
  }
  return at;
}
