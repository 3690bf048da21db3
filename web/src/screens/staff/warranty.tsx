import type { Verdict as Warranty } from "../../core/answers.ts";
import { Badge, Code, date, number, words } from "../../kit/mod.ts";
import { en } from "../../strings/service.en.ts";

export const w = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.service));

/** The way to the passport of a serial. */
export const serialLink = (serial?: string | null) =>
  serial && (
    <a class="link" href={`#/serials/${encodeURIComponent(serial)}`}>
      <Code>{serial}</Code>
    </a>
  );
/** What is mostly said of work that is done. */
export const done = () => [w("did_repair"), w("did_replace"), w("did_set_up"), w("did_clean")];

/** Why, in the language of the phone: "Sold 14 Feb 2026, 12 months, 84 days left". */
export function whyCovered(
  { covered, sold_on, warranty_months: months, warranty_until, days_left, replaces }: Warranty,
): string {
  if (!sold_on) return w("no_sale");
  const why = [
    replaces && w("instead_of", { serial: replaces }),
    w("sold", { date: date(sold_on) }),
    months ? w("months", { n: number(months) }) : w("without_warranty"),
    covered && w("days_left", { n: number(days_left!) }),
    !covered && warranty_until && w("ended", { date: date(warranty_until) }),
  ].filter(Boolean).join(", ");
  return why[0].toUpperCase() + why.slice(1);
}

/** Whether we stand for it, and why. */
export function Verdict({ warranty }: { warranty?: Warranty }) {
  if (!warranty) return null;
  const unknown = warranty.days_left === null;
  return (
    <div class="verdict">
      <Badge tone={warranty.covered ? "good" : unknown ? "warn" : "bad"}>
        {w(warranty.covered ? "covered" : unknown ? "sale_unknown" : "not_covered")}
      </Badge>
      <p>{whyCovered(warranty)}</p>
    </div>
  );
}
