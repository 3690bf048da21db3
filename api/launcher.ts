import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./until_npx_ends.sh", import.meta.url));

/**
 * Resolves when the npx that started this process has ended. npx passes no signal on to what it runs:
 * ended by SIGTERM, or killed, it would leave the service behind holding its port. Only Linux tells
 * who started whom; elsewhere, and without npx, this never resolves.
 */
export async function untilNpxEnds(): Promise<void> {
  if (Deno.build.os === "linux" && await npxEnded()) return;
  await new Promise(() => {});
}

async function npxEnded(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(script, {
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn().status;
    return success;
  } catch {
    return false; // the script may not be run here: no reason to stop serving
  }
}
