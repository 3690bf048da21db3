import type { Payment } from "../../core/answers.ts";
import { addDays, Badge, Code, date, dhakaDate, List, may, money, Row } from "../../kit/mod.ts";
import { Do, StatusBadge } from "../../records/mod.ts";
import { chequeState, chequeSteps } from "../books/cheques.tsx";
import { b } from "../books/words.ts";
import { ReadCard } from "./read_card.tsx";

/** Customers' cheques whose day comes within a week or has passed, each with what may be done with it. */
export function Cheques() {
  const today = dhakaDate();
  return (
    <ReadCard<Payment>
      title={b("cheques")}
      none={b("cheques_none")}
      path={`/payments?cheque_due_by=${addDays(today, 7)}&sort=cheque_date&limit=20`}
    >
      {(cheques) =>
        cheques.length > 0 && (
          <List label={b("cheques")}>
            {cheques.map((cheque) => <Cheque key={cheque.id} cheque={cheque} today={today} />)}
          </List>
        )}
    </ReadCard>
  );
}

function Cheque({ cheque, today }: { cheque: Payment; today: string }) {
  const steps = chequeSteps.filter((step) => may(step.may) && step.when!(cheque));
  return (
    <>
      <Row
        href={`#/payments/${cheque.id}`}
        title={cheque.customer_name}
        lines={[
          <Code key="no">{cheque.cheque_number ?? cheque.reference_no}</Code>,
          cheque.cheque_date && date(cheque.cheque_date),
        ]}
        badges={
          <>
            <StatusBadge status={chequeState(cheque) ?? cheque.status} />
            {cheque.cheque_date && cheque.cheque_date < today && (
              <Badge tone="bad">{b("overdue")}</Badge>
            )}
          </>
        }
        side={money(cheque.amount)}
      />
      {steps.length > 0 && (
        <li class="pair">
          {steps.map((step, at) => (
            <Do
              key={at}
              action={{
                ...step,
                say: () =>
                  b("said_cheque", { amount: money(cheque.amount), name: cheque.customer_name }),
              }}
              record={cheque}
              path={`/payments/${cheque.id}`}
            />
          ))}
        </li>
      )}
    </>
  );
}
