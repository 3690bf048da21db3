/** What to ask that neither openapi.json nor the records tell. */

/** By parameter: values that some record of the demonstration or of the script has. */
export const given: Record<string, string[]> = {
  action: ["shipment.create", "demo.seed"],
  actor_id: ["4"],
  as_of: ["2026-05-01"],
  assigned_to: ["me", "7"],
  brand: ["Epson"],
  carrier: ["MSC"],
  category: ["Ink"],
  cheque_due_by: ["2026-06-30"],
  city: ["Dhaka"],
  created_by: ["me"],
  currency: ["USD", "BDT"],
  department: ["Sales"],
  due_by: ["2026-07-31"],
  entity: ["shipment"],
  entity_id: ["1"],
  expiring_within: ["60"],
  hs_code: ["8443"],
  port: ["Chattogram"],
  request_id: ["recorded"],
  source_id: ["1"],
  terminal: ["NCT"],
  until: ["2026-07-01"],
  valid_on: ["2026-06-01"],
};

/** By path: further queries, whole. */
export const questions: Record<string, string[]> = {
  "/search": ["REC", "Ink", "0181", "SHP-2026", "নাইন", "x", "%"].map((q) =>
    `q=${encodeURIComponent(q)}&limit=10`
  ),
  "/sync": ["limit=50", "limit=2", "since=made-up"],
  "/sync/client-ids": [
    `ids=${
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `00000000-0000-4000-8000-${`${n}`.padStart(12, "0")}`)
    }`,
    "ids=no-uuid",
  ],
  "/tasks": ["related_type=customer&related_id=1"],
  "/uploads": [
    "kind=photo",
    "related_type=shipment&related_id=28",
    "related_type=product&related_id=1",
  ],
  "/reports/margins": ["from=2026-03-01&to=2026-05-31&group_by=month"],
  "/products/stock-movements": ["source_type=invoice&limit=10"],
};

/** What people scan or type. */
export const codes = [
  "REC-H-1",
  "REC-INK",
  "TRK-REC-1",
  "CSQU3054383",
  "INV-2026-000001",
  "SHP-2026-000001",
  "01811222333",
  "https://office.example/staff/#/shipments/1",
  "nothing like it",
];

/** Some serials of every status, and one that is nowhere. */
export function serialsOf(
  { data }: { data: { serial?: string; serial_number?: string; status: string }[] },
): string[] {
  const byStatus = new Map<string, string[]>();
  for (const { serial, serial_number, status } of data) {
    const some = byStatus.get(status) ?? [];
    if (some.length < 2) byStatus.set(status, [...some, (serial ?? serial_number)!]);
  }
  return [...byStatus.values()].flat().concat("NO-SUCH-SERIAL");
}
