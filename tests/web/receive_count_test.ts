import {
  allAsShipped,
  type Count,
  damageOne,
  type Expected,
  receiptOf,
  recount,
  scanned,
  turn,
  withoutSerial,
} from "../../web/src/screens/staff/receive_count.ts";
import { addCodes } from "../../web/src/screens/staff/receive_codes.ts";
import { codesIn } from "../../web/src/screens/trade/codes.ts";
import { assertEquals } from "../support/assert.ts";

const items: Expected[] = [
  {
    id: 1,
    product_name: "Printer",
    sku: "PRN-X1",
    unit: "pcs",
    expected_qty: 10,
    expected_serial_numbers: ["SN-1", "SN-2"],
  },
  { id: 2, product_name: "Ink", sku: "INK", unit: "l", expected_qty: 2.5 },
];
const receipt = (count: Count, more: Partial<Parameters<typeof receiptOf>[0]> = {}) =>
  receiptOf({ shipmentId: 7, items, count, blind: false, isFinal: false, note: "", ...more });
const scanAll = (codes: string[], openId?: number) =>
  codes.reduce((count, code) => scanned(items, count, code, openId).count, {} as Count);

Deno.test("all as shipped takes what is expected, and keeps what was found damaged", () => {
  const body = receipt(allAsShipped(items, damageOne({}, 1)));
  assertEquals(body, {
    shipment_id: 7,
    is_final: false,
    items: [
      {
        shipment_item_id: 1,
        received_qty: "10",
        accepted_qty: "9",
        serial_numbers: ["SN-1", "SN-2"],
      },
      { shipment_item_id: 2, received_qty: "2.5", accepted_qty: "2.5" },
    ],
  });
});

Deno.test("what is not counted is left out, and nothing counted is no receipt unless it is final", () => {
  assertEquals(receipt({}), undefined);
  assertEquals(receipt({}, { isFinal: true })?.items, []);
  assertEquals(receipt(damageOne({}, 2))?.items, [
    { shipment_item_id: 2, received_qty: "1", accepted_qty: "0" },
  ]);
});

Deno.test("each scan of a carton adds one; a serial counts once and takes its piece along", () => {
  const count = scanAll(["prn x1", "PRN-X1", "SN-1", "sn-1", "SN-2", "SN-2"]);
  assertEquals(receipt(count)?.items, [{
    shipment_item_id: 1,
    received_qty: "2",
    accepted_qty: "2",
    serial_numbers: ["SN-1", "SN-2"],
  }]);
  assertEquals(scanned(items, count, "SN-1").told, "again");
});

Deno.test("a code that nobody knows is a serial of the open line, else it is told", () => {
  assertEquals(scanned(items, {}, "4711").told, "unknown");
  assertEquals(scanAll(["4711"], 2)[2].serials, ["4711"]);
});

Deno.test("the piece in the hand is the damaged one: its serial goes with it", () => {
  const count = damageOne(scanAll(["SN-1", "SN-2"]), 1);
  assertEquals(receipt(count)?.items, [{
    shipment_item_id: 1,
    received_qty: "2",
    accepted_qty: "1",
    serial_numbers: ["SN-1"],
    rejected_serial_numbers: ["SN-2"],
  }]);
  assertEquals(scanned(items, count, "SN-2").told, "again");
});

Deno.test("the gap of a blind count is missing; without it only where a person says so", () => {
  const count = scanAll(["PRN-X1", "PRN-X1", "PRN-X1"]);
  assertEquals(receipt(count)?.items[0].short_qty, undefined);
  assertEquals(receipt(count, { blind: true })?.items[0].short_qty, "7");
  assertEquals(receipt({ 1: { ...count[1], missing: true } })?.items[0].short_qty, "7");
});

Deno.test("more than was shipped is said to be allowed", () => {
  const count = { 1: { ...damageOne({}, 1)[1], damaged: 0, received: 11 } };
  assertEquals(receipt(count)?.allow_excess, true);
  assertEquals(receipt(count, { blind: true })?.items[0].short_qty, undefined);
});

Deno.test("where every piece is listed, all as shipped names all, and damage asks which", () => {
  const three: Expected[] = [{
    ...items[0],
    expected_qty: 3,
    expected_serial_numbers: ["A", "B", "C"],
  }];
  const lineOf = (count: Count) =>
    receiptOf({
      ...{ shipmentId: 7, items: three, count, blind: false, isFinal: false, note: "" },
    })!.items[0];
  const all = allAsShipped(three, {});
  assertEquals(lineOf(all).serial_numbers, ["A", "B", "C"]);
  // one was found broken before anything was counted: nobody knows which
  const broken = allAsShipped(three, damageOne({}, 1));
  assertEquals([lineOf(broken).serial_numbers, withoutSerial(three[0], broken[1], false)], [
    undefined,
    2,
  ]);
  const b = turn(all, 1, "B"); // whole it was, damaged it is
  assertEquals(lineOf(b), {
    shipment_item_id: 1,
    received_qty: "3",
    accepted_qty: "2",
    serial_numbers: ["A", "C"],
    rejected_serial_numbers: ["B"],
  });
  // a third tap: it did not come
  const gone = lineOf(turn(b, 1, "b"));
  assertEquals([gone.received_qty, gone.accepted_qty, gone.serial_numbers], ["2", "2", ["A", "C"]]);
  assertEquals(lineOf(recount(all, 1, 1)).serial_numbers, ["A"], "fewer came than are named");
});

Deno.test("a piece without a number is told where it has one: listed, or of a product kept by them", () => {
  const line = allAsShipped(items, {})[1];
  assertEquals(withoutSerial(items[0], line, false), 0, "the two that are listed are named");
  assertEquals(withoutSerial({ ...items[0], is_serialized: true }, line, true), 8);
  const one = { ...line, serials: [] };
  assertEquals([withoutSerial(items[0], one, false), withoutSerial(items[0], one, true)], [2, 0]);
  const few = scanAll(["PRN-X1"])[1];
  assertEquals(
    withoutSerial(items[0], few, false),
    0,
    "it may be one of the eight that are not listed",
  );
});

Deno.test("numbers that are typed or pasted count once each, however they are written", () => {
  assertEquals(codesIn(" TSN-100\r\nTSN 101\t\nTSN-102, TSN-103;"), [
    "TSN-100",
    "TSN 101",
    "TSN-102",
    "TSN-103",
  ]);
  const listed = scanAll(["SN-1"]);
  const { count, again } = addCodes(listed, 2, [" sn-1 ", "TSN-100", "tsn 100"]);
  assertEquals(again, [" sn-1 ", "tsn 100"]);
  assertEquals(count[1], listed[1], "it stays whole");
  assertEquals(count[2].serials, ["TSN-100"]);
});
