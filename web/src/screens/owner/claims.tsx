import type { Claim } from "../../core/answers.ts";
import { Rows } from "../../charts/rows.tsx";
import { hrefOf, money, number, shortMoney, t } from "../../kit/mod.ts";
import { ReadCard, sumOf } from "./read_card.tsx";
import { w } from "./warranty_words.ts";

const local = (claims: Claim[]) => sumOf(claims, (one) => one.estimated_value_local ?? 0);

/** In the currency of the claims, and in taka beneath it. */
export function Claims() {
  const link = hrefOf("/discrepancies?unresolved=true");
  return (
    <ReadCard<Claim>
      title={w("claims")}
      action={link && <a class="link" href={link}>{t("claims")}</a>}
      none={w("claims_none")}
      path="/import-logistics/discrepancies?unresolved=true&limit=200"
    >
      {(claims) => {
        const rows = [...Map.groupBy(claims, (one) => one.supplier_name)]
          .sort(([, a], [, b]) => local(b) - local(a));
        return rows.length > 0 && (
          <Rows
            sentence={w("claims_text", { n: number(claims.length), amount: money(local(claims)) })}
            heads={[w("supplier"), w("amount")]}
            label={w("claims")}
            rows={rows.map(([label, its]) => {
              const by = [...Map.groupBy(its, ({ currency }) => currency)];
              const foreign = by.length > 1 || by[0][0] !== "BDT";
              return {
                label,
                lines: [foreign && shortMoney(local(its))],
                text: by.map(([currency, some]) =>
                  shortMoney(sumOf(some, (one) => one.estimated_value ?? 0), currency)
                ).join(" + "),
                cells: [money(local(its))],
                to: local(its),
                tone: "warn" as const,
              };
            })}
          />
        );
      }}
    </ReadCard>
  );
}
