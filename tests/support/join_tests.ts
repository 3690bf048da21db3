/**
 * Test files joined: `deno test` gives each file a worker of its own, which reads and warms up the whole
 * product anew. Written are modules below `folder`, in the order in which they should begin: what takes
 * long by itself and first, what is least last, so that no processor idles at the end.
 */
export async function joinTests(folder: string, given: string[], most = 36): Promise<string[]> {
  const files = (await Promise.all(given.map(testsIn))).flat().sort();
  const alone = files.filter((path) => takesLong.test(path));
  const many = parts(mixed(files.filter((path) => !alone.includes(path))), most);
  // these start programs and wait for them: one after the other, with work for who has none
  const between = Math.ceil(many.length / Math.max(alone.length, 1));
  const joined = alone.flatMap((path) => [[path], ...many.splice(0, between)]).concat(many);
  await Deno.mkdir(folder, { recursive: true });
  return await Promise.all(joined.map(async (paths, i) => {
    const name = `${folder}/${i}_test.ts`;
    const modules = [import.meta.resolve("./load_native.ts")]
      .concat(await Promise.all(paths.map(async (path) => `file://${await Deno.realPath(path)}`)));
    const lines = modules.map((module) => `import ${JSON.stringify(module)};\n`);
    await Deno.writeTextFile(name, lines.join(""));
    return name;
  }));
}

/** A minute and more. */
const takesLong = /tests\/stories\/|journal_property_test|every_screen_test|web\/fuzz_test/;

async function testsIn(path: string): Promise<string[]> {
  if (!(await Deno.stat(path)).isDirectory) return [path];
  const entries = await Array.fromAsync(Deno.readDir(path));
  const found = entries.filter(({ name, isDirectory }) => isDirectory || name.endsWith("_test.ts"))
    .map(({ name }) => testsIn(`${path.replace(/\/$/, "")}/${name}`));
  return (await Promise.all(found)).flat();
}

/** Neighbours are of one kind: they are dealt out, as cards are. */
function mixed<T>(all: T[]): T[] {
  const hands = Math.ceil(Math.sqrt(all.length));
  return Array.from({ length: hands }, (_, i) => all.filter((_, j) => j % hands === i)).flat();
}

/** The fewer are left, the smaller is the next. */
function parts<T>(all: T[], most: number): T[][] {
  const [cut, left]: [T[][], T[]] = [[], [...all]];
  while (left.length > 0) {
    cut.push(left.splice(0, Math.min(most, Math.max(4, Math.ceil(left.length / 4)))));
  }
  return cut;
}
