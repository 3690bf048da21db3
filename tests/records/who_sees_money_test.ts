import { localMoney, money, text } from "../../domain/records/kinds.ts";
import { everybody, record } from "../../domain/records/record.ts";
import { assertEquals } from "../support/assert.ts";

const name = text("What it is called.", { example: "Damper" });
const cost = money("What it cost.", { example: 7, seenBy: "costs.read" });
const price = localMoney("What it is sold for.", { example: 9, seenBy: "everybody" });

Deno.test("everybody() leaves money the word that it has", () => {
  const priced = record("", "p", everybody({ name, cost, price }));
  assertEquals(priced.seenBy({ role: "store" }), ["name", "price"]);
  assertEquals(priced.seenBy({ role: "owner" }), ["name", "cost", "price"]);
});

// `deno check` is the test here: a line below that compiles is an error of its own
Deno.test("money of which nothing is said does not compile", () => {
  // @ts-expect-error nothing says who sees what it cost
  everybody({ name, cost: money("What it cost.", { example: 7 }) });
  // @ts-expect-error nor here, where it is entered and in local currency
  everybody({ name, cost: localMoney("What it cost.", { example: 7, entry: "optional" }) });
  const unsaid = money("What it cost.", { example: 7 });
  // @ts-expect-error nor where the field was made elsewhere
  everybody({ name, unsaid });
  // @ts-expect-error nor in a record without everybody()
  record("", "p", { name, cost });
});
