/**
 * Resolves when the npx that started this process has ended. npx passes no signal on to what it runs:
 * ended by SIGTERM, or killed, it would leave the service behind holding its port. Only Linux tells
 * who started whom; elsewhere, and without npx, this never resolves.
 */
export async function untilNpxEnds(): Promise<void> {
  const links = linksUpToNpx();
  if (links.length === 0) return await new Promise(() => {});
  while (links.every(({ pid, parent }) => parentOf(pid) === parent)) {
    await new Promise<void>((wake) => setTimeout(wake, 500));
  }
}

/** Each process from this one up to npx with its parent; empty where npx is not among them. */
function linksUpToNpx(): { pid: number; parent: number }[] {
  const links: { pid: number; parent: number }[] = [];
  for (let pid = Deno.pid; links.length < 8;) {
    const parent = parentOf(pid);
    if (parent === undefined || parent <= 1) return [];
    links.push({ pid, parent });
    if (/^(npm exec|npx)\b|\/npx\b|\/npm(-cli\.js)?\0exec\0/.test(commandOf(parent))) {
      return links;
    }
    pid = parent;
  }
  return [];
}

function parentOf(pid: number): number | undefined {
  const status = readProcess(pid, "status");
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

function commandOf(pid: number): string {
  return readProcess(pid, "cmdline");
}

function readProcess(pid: number, file: string): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`);
  } catch {
    return "";
  }
}
