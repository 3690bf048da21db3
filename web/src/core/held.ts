import { needs, type Write } from "./write.ts";

/** The refused write that one waits for: it is of the same record, or makes what is named, or holds up what does. */
export function heldBy(queue: Write[], key: string): Write | undefined {
  const stopped = new Map<string, Write>();
  for (const write of queue) {
    const by = [write.record, ...needs(write).map((one) => `~${one}`)]
      .map((name) => stopped.get(name)).find(Boolean);
    if (write.key === key) return by;
    const refused = write.state === "needs_you" ? write : by;
    for (const name of [write.record, `~${write.key}`]) {
      if (refused && !stopped.has(name)) stopped.set(name, refused);
    }
  }
  return undefined;
}
