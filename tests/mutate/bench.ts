import sql, { raw } from "sql-template-tag";
import { moveToMemory } from "../support/in_memory.ts";
import { openRunFolder } from "../support/run_folder.ts";
import { type Mutant, withFault } from "./fault.ts";

export type Outcome =
  | { how: "passed" }
  | { how: "failed"; test: string; file: string | undefined }
  /** no test has ended for a long while */
  | { how: "hung" }
  /** all that ran until the time was over passed */
  | { how: "unfinished" };

/** A copy of the tree that faults are made in, and a PostgreSQL to test it over. */
export interface Bench {
  /** The tree's own files are never written to. */
  copy: string;
  put(mutant: Mutant): Promise<void>;
  /** Makes the file whole again, and removes what a run that was ended left in the database. */
  clear(mutant: Mutant): Promise<void>;
  /** Stops at the first failure. */
  test(files: string[], withinMs: number): Promise<Outcome>;
  /** Whether the file's types are right. */
  check(file: string): Promise<boolean>;
  /** Ends what runs at once; `close` is still to be called. */
  stop(): void;
  close(): Promise<void>;
}

const root = new URL("../../", import.meta.url).pathname;
const named = ["read", "write", "net", "env", "sys", "run", "ffi=node_modules"]
  .map((each) => `--allow-${each}`);

/** The slowest test takes half of it on a machine that others keep busy. */
const SILENT_MS = 240_000;

export async function openBench(): Promise<Bench> {
  const folder = await openRunFolder();
  const copy = await copyTree();
  for (const [name, value] of Object.entries(folder.env)) Deno.env.set(name, value);
  const { placePrograms } = await import("../../domain/db/place_programs.ts");
  const { clusterOf } = await import("../../domain/db/embedded_cluster.ts");
  const { openEmbedded } = await import("../../domain/db/embedded.ts");
  const { connect } = await import("../../domain/db/connect.ts");
  // native code is loaded from below the copy only
  const { joinTests }: typeof import("../support/join_tests.ts") = await import(
    `file://${copy}/tests/support/join_tests.ts`
  );
  await placePrograms(folder.data, (line) => console.error(line));
  await (await openEmbedded(folder.data, { fast: true })).release();
  const leaveMemory = await moveToMemory((await clusterOf(folder.data))!);
  const embedded = await openEmbedded(folder.data, { fast: true });
  const url = new URL(embedded.url);
  url.pathname = "/postgres";
  const admin = connect(url.href, { readers: 1, writers: 1 });
  const databases = async () =>
    (await admin.query<{ name: string }[]>(sql`select datname as name from pg_database`))
      .map(({ name }) => name);
  const kept = new Set(await databases());
  let running: Deno.ChildProcess | undefined;

  const end = () => {
    try {
      if (running) Deno.kill(-running.pid, "SIGKILL"); // with the programs that its tests started
    } catch {
      // it has gone meanwhile
    }
  };
  const deno = async (args: string[], withinMs: number) => {
    running = new Deno.Command(Deno.execPath(), {
      args,
      cwd: copy,
      detached: true,
      env: { TEST_POSTGRES_URL: url.href, DENO_JOBS: "2", NO_COLOR: "1" },
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const began = performance.now();
    let [heard, output, late]: [number, string, "hung" | "unfinished" | undefined] = [
      began,
      "",
      undefined,
    ];
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - heard > SILENT_MS) late = "hung";
      else if (now - began > withinMs) late = "unfinished";
      if (late) end();
    }, 500);
    for await (const part of running.stdout.pipeThrough(new TextDecoderStream())) {
      output += part;
      heard = performance.now();
    }
    const { success } = await running.status;
    clearInterval(timer);
    running = undefined;
    return { success, late, output };
  };

  return {
    copy,
    async put(mutant) {
      const text = await Deno.readTextFile(`${root}${mutant.file}`);
      await Deno.writeTextFile(`${copy}/${mutant.file}`, withFault(text, mutant));
    },
    async clear({ file }) {
      await Deno.copyFile(`${root}${file}`, `${copy}/${file}`);
      const migrated = file.startsWith("migrations/");
      for (const name of await databases()) {
        if (kept.has(name) || name.startsWith("template_") && !migrated) continue;
        await admin.query(sql`drop database if exists ${raw(name)} with (force)`).catch(() => {});
      }
    },
    async test(files, withinMs) {
      const joined = await joinTests(folder.joined, files.map((file) => `${copy}/${file}`), 6);
      const args = ["test", "--no-check", "--parallel", "--fail-fast", "--reporter=dot"];
      const { success, late, output } = await deno([...args, ...named, ...joined], withinMs);
      if (late) return { how: late };
      if (success) return { how: "passed" };
      const [, test = "does not load", file] = /^(.+?)(?: \.\.\. .+)? => (?:\S*\b(tests\/\S+?):)?/m
        .exec(output.slice(output.lastIndexOf(" FAILURES "))) ?? [];
      return { how: "failed", test, file };
    },
    async check(file) {
      const { success, late } = await deno(["check", "--quiet", file], 120_000);
      return success || late !== undefined;
    },
    stop: end,
    async close() {
      end();
      await admin.end();
      await embedded.release();
      await leaveMemory();
      await Deno.remove(copy, { recursive: true });
      await folder.close();
    },
  };
}

/** Hard links of the packages only, where they are possible: nothing writes to those. */
async function copyTree(): Promise<string> {
  const copy = await Deno.makeTempDir({ prefix: "back-office-mutants-" });
  await Deno.chmod(copy, 0o755);
  const parts = [...Deno.readDirSync(root)].map(({ name }) => name)
    .filter((name) => !/^\.|^node_modules$|^coverage$/.test(name));
  await copied("-a", parts, copy);
  await copied("-al", ["node_modules"], copy).catch(() =>
    copied("-a", ["--remove-destination", "node_modules"], copy)
  );
  return copy;
}

async function copied(how: string, parts: string[], to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", { args: [how, ...parts, to], cwd: root })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
