import { levies } from "../../../../domain/customs/levy_words.ts";
import type { DutyEstimate } from "../../core/answers.ts";
import {
  announce,
  ApiError,
  call,
  Card,
  money,
  NoAnswer,
  number,
  signal,
  t,
} from "../../kit/mod.ts";
import { Facts, faultsOf, type FieldDef, formScreen, refusal, rt } from "../../records/mod.ts";
import { chips, currency, o, text } from "./words.ts";

const ESTIMATES = "/import-logistics/duty-estimates";

const fields: FieldDef[] = [
  text("product_id", "product", {
    type: "pick",
    from: { path: "/products", query: "active=true" },
  }),
  text("hs_code", "hs_or_product"),
  text("quantity", "quantity", { type: "decimal", required: true, initial: () => "1" }),
  text("unit_price", "price_of_one", { type: "decimal", required: true }),
  currency({ initial: () => "USD" }),
  chips("mode", "mode", ["sea", "air", "courier", "road"], { initial: () => "sea" }),
  text("customs_rate", "of_customs", { type: "decimal", hint: () => o("latest_hint") }),
  text("exchange_rate", "of_bank", { type: "decimal", hint: () => o("customs_hint") }),
  text("freight", "freight", { type: "decimal", hint: () => o("percent_hint") }),
  text("insurance", "insurance", { type: "decimal", hint: () => o("percent_hint") }),
];
const ofLine = ["product_id", "hs_code", "quantity", "unit_price"];

const answer = signal<DutyEstimate | undefined>(undefined);

/** What goods would cost at customs and in the warehouse, before they are bought; nothing is written. */
export const estimate = formScreen({
  title: () => o("estimate"),
  path: ESTIMATES,
  list: "/shipments",
  save: () => o("work_out"),
  name: () => o("estimate"),
  fields,
  prefill: () => {
    answer.value = undefined;
    return Promise.resolve({});
  },
  above: () =>
    answer.value ? <Answer {...answer.value} /> : <p class="muted">{o("estimate_text")}</p>,
  send: async (body) => {
    answer.value = undefined;
    if (!body.product_id && !body.hs_code) return { hs_code: rt("required") };
    const part = (wanted: boolean) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => ofLine.includes(name) === wanted));
    try {
      const { data } = await call<DutyEstimate>(ESTIMATES, {
        method: "POST",
        body: { ...part(false), lines: [part(true)] },
      });
      answer.value = data;
      scrollTo(0, 0);
      announce(money(data.duty));
      return {};
    } catch (error) {
      if (error instanceof NoAnswer) return { unit_price: t("not_here_text") };
      if (!(error instanceof ApiError)) throw error;
      const faults = Object.entries(faultsOf(error.problem));
      if (faults.length === 0) return { unit_price: refusal(error.problem) };
      // `lines.0.hs_code` is the field of the one line there is
      return Object.fromEntries(faults.map(([name, why]) => [name.split(".").at(-1), why]));
    }
  },
});

function Answer({ lines: [line], missing }: DutyEstimate) {
  return (
    <Card title={line.description ?? line.hs_code}>
      {missing.length > 0 && <p class="error">{o("no_rate_for", { codes: missing.join(", ") })}</p>}
      <Facts
        rows={[
          [o("assessable"), money(line.assessable_value)],
          ...levies.map((levy): [string, string] => [o(levy), money(line[levy])]),
          [o("all_levies"), money(line.duty)],
          [o("comes_back"), money(line.recoverable)],
          [o("landed_value"), line.landed_value !== null && money(line.landed_value)],
          [
            o("landed_one"),
            line.landed_unit_cost !== null && `৳${number(line.landed_unit_cost)}`,
          ],
        ]}
      />
    </Card>
  );
}
