import { Badge, type Write } from "../kit/mod.ts";
import { rt } from "./words.ts";

/** How writes stand that the server has not confirmed. */
export function Unsent({ writes }: { writes: Write[] }) {
  const stuck = writes.some(({ state }) => state === "needs_you");
  return <Badge tone={stuck ? "bad" : "warn"}>{rt(stuck ? "needs_you" : "waiting")}</Badge>;
}
