import { SaxesParser } from "saxes";
import { openPromise } from "yauzl";
import { text } from "node:stream/consumers";
import { writeMonthPackage } from "../../domain/accountant/month_package.ts";
import { Refusal } from "../../domain/errors.ts";
import { readTable } from "../../domain/files/read_table.ts";
import { busyBusiness } from "../books/busy_business.ts";
import { actorWith } from "../support/app.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { anEmptyStorage } from "../uploads/storage.ts";

async function partsOf(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

/** The texts of some elements of an XML file in their order, read by a program that is not ours. */
function textsIn(xml: string, ...names: string[]): [string, string][] {
  const found: [string, string][] = [];
  let open = "";
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    open = names.includes(name) ? name : "";
    if (name === "VOUCHER" && names.includes("VOUCHER")) found.push(["VOUCHER", ""]);
  });
  parser.on("text", (value) => {
    if (open !== "" && open !== "VOUCHER") found.push([open, value]);
  });
  parser.on("closetag", () => open = "");
  parser.write(xml).close();
  return found;
}

Deno.test("the package of a month agrees with itself, and Tally's vouchers sum to zero", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  await busyBusiness(db.database, storage.uploads);
  const actor = actorWith("accounts");
  const month = actor.today.slice(0, 7);
  const folder = await Deno.makeTempDir();
  const made = await writeMonthPackage(db.database, actor, month, `${folder}/month.zip`);
  const parts = await partsOf(made.path);

  await t.step("every check agrees, on figures that are there", () => {
    assertEquals(made.checks.filter(({ agrees }) => !agrees), []);
    const zero = made.checks.filter(({ one }) => one.eq("0")).map(({ what }) => what.split(":")[0]);
    assertEquals(made.checks.length - zero.length >= 8, true, `nothing of ${zero}`);
    assertEquals([...parts.keys()].sort(), [...made.files].sort());
  });
  await t.step(
    "vouchers: debits below zero, each of them in balance, every ledger a master",
    () => {
      const found = textsIn(
        parts.get("tally-vouchers.xml")!,
        ...["VOUCHER", "AMOUNT", "ISDEEMEDPOSITIVE", "LEDGERNAME"],
      );
      let [sum, vouchers, debits] = [0, 0, 0];
      let deemed = "";
      const ledgers = new Set<string>();
      for (const [name, value] of found) {
        if (name === "LEDGERNAME") ledgers.add(value);
        if (name === "ISDEEMEDPOSITIVE") deemed = value;
        if (name === "VOUCHER") {
          assertEquals(sum, 0);
          vouchers++;
        }
        if (name !== "AMOUNT") continue;
        const cents = Math.round(Number(value) * 100);
        assertEquals(deemed === "Yes", cents < 0, value);
        sum += cents;
        if (cents < 0) debits -= cents;
      }
      assertEquals(sum, 0);
      assert(vouchers > 20, `${vouchers} vouchers`);
      const [journal] = made.checks.filter(({ what }) => what.startsWith("Journal"));
      assertEquals(debits, Math.round(Number(String(journal.one)) * 100));
      const masters = new Set(
        textsIn(parts.get("tally-masters.xml")!, "NAME").map(([, name]) => name),
      );
      assertEquals([...ledgers].filter((name) => !masters.has(name)), []);
    },
  );
  await t.step("a sheet reads back what the table beside it says", async () => {
    const zip = await openPromise(made.path);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== "trial-balance.xlsx") continue;
      const stream = await zip.openReadStreamPromise(entry);
      const chunks = await Array.fromAsync(stream as AsyncIterable<Uint8Array<ArrayBuffer>>);
      await Deno.writeFile(
        `${folder}/t.xlsx`,
        new Uint8Array(await new Blob(chunks).arrayBuffer()),
      );
    }
    let debit = 0;
    for await (const { cells } of readTable(`${folder}/t.xlsx`)) debit += Number(cells.debit);
    const [trial] = made.checks;
    assertEquals(debit.toFixed(2), trial.one.toFixed(2));
  });
  await t.step("what left the house in the month is there to be read", () => {
    const pdfs = [...parts].filter(([name]) => name.endsWith(".pdf"));
    const folders = new Set(pdfs.map(([name]) => name.split("/")[0]));
    for (const folder of ["invoices", "receipts"]) assert(folders.has(folder), folder);
    assertEquals(pdfs.filter(([, content]) => !content.startsWith("%PDF-")), []);
  });
  await t.step("a wrong month, one that is to come, and who may not read the books", async () => {
    const codeOf = async (by: typeof actor, asked: string) =>
      (await thrownBy(() =>
        writeMonthPackage(db.database, by, asked, `${folder}/x.zip`)
      ) as Refusal).code;
    assertEquals(await codeOf(actor, "2026-13"), "invalid_fields");
    assertEquals(await codeOf(actor, "2199-01"), "invalid_fields");
    assertEquals(await codeOf(actorWith("store"), month), "forbidden");
    assertEquals([...Deno.readDirSync(folder)].some(({ name }) => name === "x.zip"), false);
  });
  await Deno.remove(folder, { recursive: true });
});
