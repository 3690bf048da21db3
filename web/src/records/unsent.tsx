import { Badge, Row, type Write } from "../kit/mod.ts";
import { rt } from "./words.ts";

/** How writes stand that the server has not confirmed. */
export function Unsent({ writes }: { writes: Write[] }) {
  const stuck = writes.some(({ state }) => state === "needs_you");
  return <Badge tone={stuck ? "bad" : "warn"}>{rt(stuck ? "needs_you" : "waiting")}</Badge>;
}

/** Such writes as rows of the list that they belong to. */
export function UnsentRows({ writes }: { writes: Write[] }) {
  return (
    <>
      {writes.map((write) => (
        <Row key={write.key} title={write.title} badges={<Unsent writes={[write]} />} />
      ))}
    </>
  );
}
