/**
 * Runs the whole suite over one PostgreSQL that it starts and stops itself, and closes with one plain
 * line. Paths may be given: `deno task test tests/suppliers`. What tests leave behind fails the run.
 * Types are looked at with `--check`, beside the first tests: a compiler keeps one core busy of two.
 */
import { openRunFolder } from "./support/run_folder.ts";

/** A part of the suite, on a machine as slow as we met; what hangs is not waited for. */
const LONGEST_MINUTES = 45;
const named = ["read", "write", "net", "env", "sys", "run", "ffi=node_modules"]
  .map((each) => `--allow-${each}`);
const web = "tests/web";
const types = Deno.args.includes("--check") ? checkTypes() : undefined;
const paths = Deno.args.filter((arg) => arg !== "--check");
const given = paths.length > 0 ? paths : [...Deno.readDirSync("tests")]
  .filter(({ name, isDirectory }) => isDirectory || name.endsWith("_test.ts"))
  .map(({ name }) => `tests/${name}`).sort();
const inBrowser = given.filter((path) => path.startsWith(web));
const others = given.filter((path) => !inBrowser.includes(path));

const folder = await openRunFolder();
// read when the modules below are, and by every test's programs
for (const [name, value] of Object.entries(folder.env)) Deno.env.set(name, value);
const { placePrograms } = await import("../domain/db/place_programs.ts");
const { clusterOf } = await import("../domain/db/embedded_cluster.ts");
const { openEmbedded } = await import("../domain/db/embedded.ts");
const { joinTests } = await import("./support/join_tests.ts");
const { moveToMemory } = await import("./support/in_memory.ts");
await placePrograms(folder.data, (line) => console.error(line));
await (await openEmbedded(folder.data, { fast: true })).release();
const leaveMemory = await moveToMemory((await clusterOf(folder.data))!);
const embedded = await openEmbedded(folder.data, { fast: true });
const admin = new URL(embedded.url);
admin.pathname = "/postgres";
// Ctrl-C ends the tests; what follows here tidies up
let interrupted = false;
Deno.addSignalListener("SIGINT", () => interrupted = true);
// both at once: who tests in a browser waits for it half of the time
const first = others.length > 0 ? runOthers() : undefined;
const fitting = first?.then(() => interrupted ? undefined : checkAnswers());
const second = inBrowser.length > 0 ? browse(inBrowser) : undefined;
const runs = (await Promise.all([first, second])).filter((each) => each !== undefined);
const fits = await fitting;
await embedded.release();
await leaveMemory();
const skips = await folder.skips();
const left = await folder.close();

const sum = (name: "passed" | "failed" | "skipped") =>
  runs.reduce((total, each) => total + each[name], 0);
const failed = sum("failed") + Math.sign(left.length) + (await types === false ? 1 : 0) +
  (fits === false ? 1 : 0);
const said = [...left.map((each) => `LEFT BEHIND: ${each}`), ...skips].map((line) => `${line}\n`);
write(
  `\n${said.join("")}${sum("passed")} passed, ${failed} failed, ${sum("skipped")} skipped\n`,
);
Deno.exit(failed > 0 ? 1 : 0);

/** Whether they fit; said at once when they do not. */
async function checkTypes(): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), { args: ["check", "--quiet"], stdout: "null" });
  return (await child.spawn().status).success;
}

/** Whether what the API answered is what its document says; printed where it is not. */
async function checkAnswers(): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", ...named, "tests/support/check_answers.ts", folder.answers],
  });
  return (await child.spawn().status).success;
}

type Run = Awaited<ReturnType<typeof run>>;

/** Tests start programs and read what they leave behind; native code only from the packages. */
async function runOthers(): Promise<Run> {
  const files = await joinTests(`${folder.joined}/others`, others);
  const all = await run([...named, ...files], 3);
  return all.wrong ? all : await onceMore(all, named, files); // a figure that is wrong once is wrong
}

async function browse(paths: string[]): Promise<Run> {
  await types; // which keeps a processor busy, and a browser's tests wait for no longer than a person
  const files = await joinTests(`${folder.joined}/web`, paths, 9);
  const rights = ["--allow-all"]; // playwright reads below /proc, which Deno gives only to who may do everything
  return await onceMore(await run([...rights, ...files], 2), rights, files, first);
}

/**
 * Among the neighbours of a busy machine what waits for a moment is late at times: up to three tests that failed
 * are asked once more, by themselves and said so. What fails twice has failed.
 */
async function onceMore(
  all: Run,
  rights: string[],
  files: string[],
  after?: Promise<unknown>,
): Promise<Run> {
  const names = [...new Set(all.failures.map((line) => line.split(" ... ")[0]))];
  if (interrupted || names.length === 0 || names.length > 3 || names.length < all.failed) {
    return all;
  }
  await after;
  write(`\nonce more: ${names.join("; ")}\n`);
  const pattern = names.map((name) => name.replace(/[^\w ]/g, ".")).join("|");
  const again = await run([...rights, `--filter=/^(${pattern})$/`, ...files], 1);
  if (again.passed + again.failed < names.length) return all; // a name was not found again
  return { ...again, passed: all.passed + again.passed, skipped: all.skipped };
}

async function run(args: string[], jobs: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--no-check", "--parallel", "--reporter=dot", ...args],
    env: { TEST_POSTGRES_URL: admin.href, DENO_JOBS: String(jobs), NO_COLOR: "1" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const late = setTimeout(() => {
    write(`\nended after ${LONGEST_MINUTES} minutes\n`);
    child.kill("SIGTERM");
  }, LONGEST_MINUTES * 60_000);
  let output = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    const text = decoder.decode(chunk, { stream: true });
    output += text;
    // in parallel the dot reporter ends each dot with a line break
    write(text.replace(/^([.!,])\n/gm, "$1"));
  }
  const { code } = await child.status;
  clearTimeout(late);
  const summary = /\| (\d+) passed.*?\| (\d+) failed(?:.*?\| (\d+) ignored)?/.exec(
    output.slice(-2000),
  );
  const failed = summary ? Number(summary[2]) : 1;
  const named = output.slice(output.lastIndexOf(" FAILURES ")).matchAll(/^(.+) => \.\//gm);
  return {
    code,
    /** an assertion failed; what was late throws something else */
    wrong: /AssertionError/.test(output),
    failures: code === 0 ? [] : [...named].map(([, name]) => name),
    passed: Number(summary?.[1] ?? 0),
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: Number(summary?.[3] ?? 0),
  };
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
