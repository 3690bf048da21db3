import { codeFaults } from "./code_faults.ts";
import { type Mutant, mutantOf, nameOf } from "./fault.ts";
import { constraintFaults } from "./sql_faults.ts";

/** All faults that can be made in the files below `root`, in their order there. */
export async function allMutants(root: string, only: string[]): Promise<Mutant[]> {
  const files = (await Array.fromAsync(sources(root, ["domain", "migrations"]))).sort()
    .filter((file) => only.length === 0 || only.some((path) => isBelow(file, path)));
  return (await Promise.all(files.map(async (file) => {
    const text = await Deno.readTextFile(`${root}/${file}`);
    return mutantsIn(file, text);
  }))).flat();
}

export function mutantsIn(file: string, text: string): Mutant[] {
  const mutants = !file.endsWith(".sql")
    ? codeFaults(text).map((fault) => mutantOf(file, text, fault))
    : constraintFaults(text).map((fault) => ({
      ...mutantOf(file, text, fault),
      table: fault.table,
    }));
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const { operator, was } = mutant;
    const nth = (seen.get(`${operator}\n${was}`) ?? 0) + 1;
    seen.set(`${operator}\n${was}`, nth);
    return { ...mutant, nth };
  });
}

/**
 * The `size` mutants that a seed comes to. Each has a lot of its own, drawn from what it changes and not
 * from where in the list it stands: an edit elsewhere leaves the sample as it was.
 */
export function sampleOf(mutants: Mutant[], size: number, seed: number): Mutant[] {
  const lots = mutants.map((mutant) => ({ mutant, lot: lotOf(`${seed}\n${nameOf(mutant)}`) }));
  return lots.sort((a, b) => a.lot - b.lot).slice(0, size).map(({ mutant }) => mutant);
}

/** FNV-1a, and a stir at the end. */
function lotOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  return (hash ^ hash >>> 13) >>> 0;
}

export function isBelow(file: string, path: string): boolean {
  const folder = path.replace(/\/$/, "");
  return file === folder || file.startsWith(`${folder}/`);
}

export async function* sources(root: string, folders: string[]): AsyncGenerator<string> {
  for (const folder of folders) {
    for await (const { name, isDirectory } of Deno.readDir(`${root}/${folder}`)) {
      if (isDirectory) yield* sources(root, [`${folder}/${name}`]);
      else if (/\.(ts|sql)$/.test(name)) yield `${folder}/${name}`;
    }
  }
}
