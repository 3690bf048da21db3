import { openEmbedded } from "../domain/db/embedded.ts";

/**
 * Runs the whole suite over one PostgreSQL that it starts and stops itself, and closes with one plain
 * line. Arguments go to `deno test`: `deno task test tests/suppliers`.
 */
const dataDir = await Deno.makeTempDir({ prefix: "back-office-test-" });
const embedded = await openEmbedded(dataDir, { fast: true });
const admin = new URL(embedded.url);
admin.pathname = "/postgres";
const paths = Deno.args.length > 0 ? Deno.args : ["tests/"];
/** Tests start programs and read what they leave behind; native code only from the packages. */
const permissions = ["read", "write", "net", "env", "sys", "run", "ffi=node_modules"]
  .map((each) => `--allow-${each}`);
const command = new Deno.Command(Deno.execPath(), {
  args: ["test", ...permissions, "--parallel", "--reporter=dot", ...paths],
  env: { TEST_POSTGRES_URL: admin.href, DENO_JOBS: "2", NO_COLOR: "1" },
  stdout: "piped",
  stderr: "inherit",
});
const child = command.spawn();
let output = "";
const decoder = new TextDecoder();
for await (const chunk of child.stdout) {
  const text = decoder.decode(chunk, { stream: true });
  output += text;
  // in parallel the dot reporter ends each dot with a line break
  await write(text.replace(/^([.!,])\n/gm, "$1"));
}
const { code } = await child.status;
await embedded.release();
await Deno.remove(dataDir, { recursive: true }).catch(() => {});
await write("\n");
const summary = /\| (\d+) passed.*?\| (\d+) failed/.exec(output.slice(-2000));
const failed = summary ? Number(summary[2]) : 1;
console.log(`${summary?.[1] ?? 0} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`);
Deno.exit(code);

async function write(text: string): Promise<void> {
  const writer = Deno.stdout.writable.getWriter();
  await writer.write(new TextEncoder().encode(text));
  writer.releaseLock();
}
