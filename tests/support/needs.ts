/** What some tests need of the machine and a bare one lacks: there they are left out, said and counted. */
export interface Need {
  /** "nginx, which is not installed here" */
  said: string;
  there: boolean;
}

/** A program along PATH; several names are names of one. */
export const program = (...names: [string, ...string[]]): Need => ({
  said: `${names[0]}, which is not installed here`,
  there: names.some(pathOf),
});

export const root: Need = {
  said: "root, which this account is not",
  there: Deno.uid() === 0,
};

export const linux: Need = {
  said: "Linux, which this system is not",
  there: Deno.build.os === "linux",
};

/** Where PATH finds the program. Asking a program that is not there for its version throws instead. */
export function pathOf(name: string): string | undefined {
  const places = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  return places.map((folder) => `${folder}/${name}`).find((path) => {
    try {
      const { isFile, mode } = Deno.statSync(path);
      return isFile && (mode! & 0o111) !== 0;
    } catch {
      return false;
    }
  });
}

/** A test that is left out where one of its needs is not met; tests/run.ts tells of all of them at once. */
export function testThatNeeds(needs: Need[], test: Deno.TestDefinition): void {
  const missing = needs.find(({ there }) => !there);
  Deno.test({ ...test, ignore: missing !== undefined });
  if (!missing) return;
  const file = Deno.env.get("TEST_SKIPS");
  if (!file) return console.error(skipped(missing.said, 1));
  Deno.writeTextFileSync(file, `${JSON.stringify([missing.said, test.name])}\n`, { append: true });
}

export const skipped = (said: string, tests: number) =>
  `SKIPPED: ${tests} ${tests === 1 ? "test needs" : "tests need"} ${said}`;
