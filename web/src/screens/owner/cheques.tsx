import type { IssuedCheque, Payment } from "../../core/answers.ts";
import { addDays, Badge, Code, date, dhakaDate, List, may, money, Row } from "../../kit/mod.ts";
import { Do, StatusBadge } from "../../records/mod.ts";
import {
  type Cheque,
  chequePath,
  chequeState,
  chequeSteps,
  isOurs,
  ourSteps,
  partyOf,
} from "../trade/cheques.ts";
import { b } from "../trade/books_words.ts";
import { ReadCard } from "./read_card.tsx";

/** Cheques whose day comes within a week or has passed, each with what may be done with it: customers', or ours. */
export function Cheques({ ours }: { ours?: boolean }) {
  const today = dhakaDate();
  const title = b(ours ? "our_cheques" : "cheques");
  return (
    <ReadCard<Payment | IssuedCheque>
      title={title}
      none={b("cheques_none")}
      path={`${ours ? "/supplier-cheques?" : "/payments?cheque_"}due_by=${
        addDays(today, 7)
      }&sort=cheque_date&limit=20`}
    >
      {(cheques) =>
        cheques.length > 0 && (
          <List label={title}>
            {cheques.map((cheque) => <Due key={cheque.id} cheque={cheque} today={today} />)}
          </List>
        )}
    </ReadCard>
  );
}

function Due({ cheque, today }: { cheque: Cheque; today: string }) {
  const ours = isOurs(cheque);
  const path = chequePath(cheque);
  const name = partyOf(cheque);
  const amount = money(cheque.amount, ours ? cheque.currency : undefined);
  const steps = (ours ? ourSteps : chequeSteps).filter((step) =>
    may(step.may) && step.when!(cheque)
  );
  return (
    <>
      <Row
        href={`#${ours ? `/suppliers/${cheque.supplier_id}` : path}`}
        title={name}
        lines={[
          <Code key="no">{cheque.cheque_number ?? cheque.reference_no}</Code>,
          cheque.cheque_date && date(cheque.cheque_date),
        ]}
        badges={
          <>
            <StatusBadge status={chequeState(cheque) ?? ""} />
            {cheque.cheque_date && cheque.cheque_date < today && (
              <Badge tone="bad">{b("overdue")}</Badge>
            )}
          </>
        }
        side={amount}
      />
      {steps.length > 0 && (
        <li class="pair">
          {steps.map((step) => (
            <Do
              key={step.label(cheque)}
              action={{
                ...step,
                say: () => b(ours ? "said_ours" : "said_cheque", { amount, name }),
              }}
              record={cheque}
              path={path}
            />
          ))}
        </li>
      )}
    </>
  );
}
