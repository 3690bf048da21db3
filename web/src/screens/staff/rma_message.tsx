import type { Rma } from "../../core/answers.ts";
import { Button, Card, Code, Icon, List, Row, useSignal, whatsappLink } from "../../kit/mod.ts";
import { statusWord } from "../../records/mod.ts";
import { bn } from "../../strings/rma_message.bn.ts";
import { en } from "../../strings/rma_message.en.ts";
import { w } from "./warranty.tsx";

/** What the message tells of a case. */
export type Case =
  & { reference_no: string; status: string }
  & Partial<
    Pick<
      Rma,
      | "customer_name"
      | "customer_phone"
      | "machine_model"
      | "machine_serial_number"
      | "board_type"
      | "board_serial_number"
    >
  >;

type Lang = "bn" | "en";
const sentences: Record<Lang, Record<string, string>> = { bn, en };

/** "Where is my board?": the answer for the customer, by the step that his case is at. */
export function messageOf(rma: Case, lang: Lang): string {
  const say = sentences[lang];
  const serial = rma.board_serial_number ?? rma.machine_serial_number;
  const name = rma.board_serial_number ? rma.board_type ?? say.board : rma.machine_model;
  const thing = [name ?? say.machine, serial && `(${serial})`].filter(Boolean).join(" ");
  const known = rma.customer_name && rma.customer_name !== "Unknown";
  const greeting = known ? `${say.hello} ${rma.customer_name},` : `${say.hello},`;
  const sentence = say[rma.status]?.replace("{thing}", thing);
  return sentence ? `${greeting} ${sentence} ${say.number}: ${rma.reference_no}` : "";
}

/** The message, in the customer's language, one tap from being sent. */
export function MessageCard({ rma }: { rma: Case }) {
  const lang = useSignal<Lang>("bn");
  const text = messageOf(rma, lang.value);
  const phone = rma.customer_phone;
  const other: Lang = lang.value === "bn" ? "en" : "bn";
  return (
    <Card
      title={w("tell_customer")}
      action={
        <Button look="quiet" onClick={() => lang.value = other}>
          {other === "bn" ? "বাংলা" : "English"}
        </Button>
      }
    >
      <p class="message" lang={lang.value}>{text}</p>
      {phone
        ? (
          <div class="pair">
            <a
              class="button plain"
              href={whatsappLink(phone, text)}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon name="chat" />
              <span>{w("send_whatsapp")}</span>
            </a>
            <a
              class="button plain"
              href={`sms:${phone.replace(/[^\d+]/g, "")}?body=${encodeURIComponent(text)}`}
            >
              <Icon name="paper" />
              <span>{w("send_sms")}</span>
            </a>
          </div>
        )
        : <p class="muted">{w("no_phone")}</p>}
    </Card>
  );
}

/** Open cases of a customer or a machine: at which step, and what to tell. */
export function OpenCases({ cases }: { cases: readonly (Case & { id: number })[] }) {
  return (
    <>
      {cases.map((rma) => (
        <section key={rma.id} class="case">
          <List>
            <Row
              href={`#/rmas/${rma.id}`}
              icon="repair"
              title={statusWord(rma.status)}
              lines={[<Code key="no">{rma.reference_no}</Code>]}
            />
          </List>
          <MessageCard rma={rma} />
        </section>
      ))}
    </>
  );
}
