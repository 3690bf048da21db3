import { containerNumberFault } from "../../domain/imports/container_number.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("containerNumberFault() checks the last digit as ISO 6346 does", () => {
  assertEquals(containerNumberFault("CSQU3054383"), undefined, "the standard's own example");
  assertEquals(containerNumberFault("MSKU9070323"), undefined);
  assertEquals(
    containerNumberFault("CSQU3054384"),
    "CSQU3054384 is mistyped: a container number CSQU305438… ends in 3.",
  );
  assertEquals(containerNumberFault("CSQU3045383") === undefined, false, "two digits exchanged");
  assertEquals(containerNumberFault("TRKA3054384"), undefined, "no container number");
  assertEquals(containerNumberFault("CSQU305438"), undefined);
});
