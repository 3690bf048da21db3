import { Rows } from "../../charts/rows.tsx";
import {
  Card,
  Figure,
  hrefOf,
  money,
  number,
  readState,
  shortMoney,
  t,
  useRead,
} from "../../kit.ts";
import { w } from "./warranty_words.ts";

interface Claim {
  id: number;
  supplier_name: string;
  estimated_value: number;
  estimated_value_local: number;
  currency: string;
}

/** In the currency of the claims, and in taka beside it. */
export function Claims() {
  const read = useRead<Claim[]>("/import-logistics/discrepancies?unresolved=true&limit=200").value;
  const { instead, over } = readState(read);
  const claims = read.data ?? [];
  const all = claims.reduce((sum, one) => sum + one.estimated_value_local, 0);
  const names = [...new Set(claims.map(({ supplier_name }) => supplier_name))];
  const rows = names.map((name) => {
    const its = claims.filter(({ supplier_name }) => supplier_name === name);
    const foreign = its.filter(({ currency }) => currency !== "BDT");
    const currencies = [...new Set(foreign.map(({ currency }) => currency))];
    const abroad = currencies.map((currency) =>
      shortMoney(
        foreign.reduce(
          (sum, one) => one.currency === currency ? sum + one.estimated_value : sum,
          0,
        ),
        currency,
      )
    ).join(" + ");
    return { name, abroad, local: its.reduce((sum, one) => sum + one.estimated_value_local, 0) };
  }).sort((a, b) => b.local - a.local);
  const link = hrefOf("/discrepancies?unresolved=true");
  return (
    <Card title={w("claims")} action={link && <a class="link" href={link}>{t("claims")}</a>}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="muted">{w("claims_none")}</p> : (
        <Figure
          sentence={w("claims_text", { n: number(claims.length), amount: money(all) })}
          columns={[w("supplier"), w("amount")]}
          rows={rows.map((row) => [row.name, money(row.local)])}
        >
          <Rows
            rows={rows.slice(0, 8).map(({ name, abroad, local }) => ({
              label: name,
              text: abroad ? `${abroad} · ${shortMoney(local)}` : shortMoney(local),
              to: local,
              tone: "warn",
            }))}
          />
        </Figure>
      ))}
    </Card>
  );
}
