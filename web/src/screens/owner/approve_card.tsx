import {
  approvalsPath,
  Button,
  ButtonLink,
  CallLinks,
  Card,
  Chips,
  Code,
  discard,
  EmptyState,
  Field,
  go,
  hrefOf,
  money,
  netStatus,
  parseNumber,
  queue,
  readState,
  Screen,
  type ScreenProps,
  Sheet,
  t,
  toast,
  useRead,
  useSignal,
  when,
  type Write,
} from "../../kit.ts";
import { statusWord, takeBack } from "../../records/mod.ts";
import { Decided } from "./approve.tsx";
import { Consequence, What } from "./approve_facts.tsx";
import {
  type Approval,
  differences,
  isReceipt,
  nameOf,
  sayYes,
  sendBack,
  setAside,
  tomorrow,
  w,
  writeFor,
} from "./decisions.ts";
import { Evidence } from "./evidence.tsx";
import { Table } from "./table.tsx";

const lcSteps = [
  "draft",
  "pi_received",
  "lc_opened",
  "tt_paid",
  "production",
  "shipped",
  "port_arrived",
  "customs",
  "released",
  "warehouse",
  "closed",
];
const onlyFor: Record<string, string> = { lc_opened: "LC", tt_paid: "TT" };
const resolutions = [
  "credit_note",
  "replacement",
  "refund",
  "insurance",
  "written_off",
  "rejected",
] as const;

/** The steps that may follow, nearest first. */
function nextSteps({ facts }: Approval): string[] {
  return lcSteps.slice(lcSteps.indexOf(facts.status) + 1)
    .filter((step) => (onlyFor[step] ?? facts.type) === facts.type).slice(0, 3);
}

/** One decision: what it is about, the evidence, what a yes changes; then yes, no, or later. */
export function Decision({ params }: ScreenProps) {
  const name = `${params.kind}/${params.id}`;
  const read = useRead<Approval[]>(approvalsPath).value;
  const live = read.data?.find((one) => nameOf(one) === name);
  const came = queue.value.find((write) =>
    write.state === "needs_you" && write.seen && nameOf(write.seen as Approval) === name
  );
  const seen = came?.seen as Approval | undefined;
  const approval = live ?? seen;
  const choice = useSignal<Record<string, string>>({});
  if (!approval) {
    return (
      <Screen title={t("approve")}>
        {readState(read).instead ?? <EmptyState icon="check" title={w("gone")} />}
      </Screen>
    );
  }
  const write = live && writeFor(live);
  const open = live && (!write || write.state === "needs_you");
  const yes = async () => {
    const sent = await sayYes(approval, bodyOf(approval, choice.value));
    go("/approve", { replace: true });
    const said = netStatus.value === "offline" ? w("will") : t("saved_here");
    toast(said, sent && { label: t("undo"), run: () => void takeBack(sent.key) });
  };
  const risk = approval.risk_amount_local;
  const link = hrefOf(approval.path.replace(/^#/, ""));
  return (
    <Screen
      title={w(approval.kind)}
      sub={<Code>{approval.reference_no}</Code>}
      pinned={open && (
        <Button look="main" icon="check" wide onClick={() => void yes()}>
          {w(`do_${approval.kind}`)}
        </Button>
      )}
    >
      {readState(read).over}
      {write && write !== came && (
        <p class="badges">
          <Decided write={write} />
        </p>
      )}
      {came && <Returned write={came} seen={seen!} live={live} />}
      <Card title={approval.title}>
        <p class="muted">
          {w("by", { name: approval.created_by_name ?? "–", time: when(approval.waiting_since) })}
        </p>
        {risk !== null && risk !== undefined && <p class="strong">{w("risk")}: {money(risk)}</p>}
      </Card>
      <What approval={approval} />
      <Card title={w("photos")}>
        <Evidence ids={approval.facts.photos ?? []} />
      </Card>
      <Consequence approval={approval} />
      <CallLinks phone={approval.facts.customer_phone} />
      {open && (
        <Choice
          approval={approval}
          chosen={choice.value}
          choose={(to) => choice.value = to}
        />
      )}
      {open && <Otherwise approval={approval} />}
      {link && <ButtonLink href={link} look="quiet" wide>{w("open_record")}</ButtonLink>}
    </Screen>
  );
}

function bodyOf(approval: Approval, chosen: Record<string, string>): Record<string, unknown> {
  if (approval.kind === "claim_resolve") {
    const amount = parseNumber(chosen.amount ?? "");
    return {
      resolution: chosen.resolution ?? "credit_note",
      ...amount !== undefined && { amount },
    };
  }
  if (approval.kind === "lc_tt_step") {
    return { status: chosen.status ?? nextSteps(approval)[0] };
  }
  return {};
}

function Choice({ approval, chosen, choose }: {
  approval: Approval;
  chosen: Record<string, string>;
  choose: (to: Record<string, string>) => void;
}) {
  if (approval.kind === "claim_resolve") {
    return (
      <Card>
        <Chips
          name="resolution"
          label={w("resolution")}
          value={chosen.resolution ?? "credit_note"}
          choices={resolutions.map((value) => ({ value, label: w(value) }))}
          onInput={(resolution) => choose({ ...chosen, resolution })}
        />
        <Field
          name="amount"
          type="decimal"
          label={`${w("settled_for")} (${approval.facts.currency})`}
          value={chosen.amount ?? String(approval.facts.estimated_value)}
          onInput={(amount) => choose({ ...chosen, amount })}
        />
      </Card>
    );
  }
  if (approval.kind !== "lc_tt_step") return null;
  const steps = nextSteps(approval);
  return (
    <Card>
      <Chips
        name="status"
        label={w("next")}
        value={chosen.status ?? steps[0]}
        choices={steps.map((value) => ({ value, label: statusWord(value) }))}
        onInput={(status) => choose({ status })}
      />
    </Card>
  );
}

const noteChips = ["chip_1", "chip_2", "chip_3", "chip_4"] as const;

function Otherwise({ approval }: { approval: Approval }) {
  const asking = useSignal(false);
  const note = useSignal("");
  const error = useSignal("");
  const send = async () => {
    if (!note.value.trim()) return void (error.value = t("required"));
    await sendBack(approval, note.value.trim());
    go("/approve", { replace: true });
    toast(w("sent_back"));
  };
  const wait = async () => {
    await setAside(approval, tomorrow());
    go("/approve", { replace: true });
  };
  return (
    <div class="pair">
      <Button icon="back" onClick={() => asking.value = true}>{w("send_back")}</Button>
      <Button icon="clock" onClick={() => void wait()}>{w("later")}</Button>
      {asking.value && (
        <Sheet title={w("send_back")} onClose={() => asking.value = false}>
          <p class="muted">{w(isReceipt(approval) ? "note_text_receipt" : "note_text")}</p>
          <div class="keys">
            {noteChips.map((chip) => (
              <button
                key={chip}
                type="button"
                class="chip"
                onClick={() => note.value = w(chip)}
              >
                {w(chip)}
              </button>
            ))}
          </div>
          <Field
            name="note"
            type="area"
            label={w("note")}
            required
            value={note.value}
            error={error.value}
            onInput={(text) => note.value = text}
          />
          <Button look="main" wide onClick={() => void send()}>{w("send_back")}</Button>
        </Sheet>
      )}
    </div>
  );
}

/** A yes that was not taken: why, and what is different now from what he saw. */
function Returned(
  { write, seen, live }: { write: Write; seen: Approval; live?: Approval },
) {
  const changes = live ? differences(seen.facts, live.facts) : [];
  const drop = async () => {
    await discard(write.key);
    if (!live) go("/approve", { replace: true });
  };
  return (
    <section class="card notice" data-stuck="true">
      <b>{w(live ? "changed" : "gone")}</b>
      <span>{write.problem?.detail}</span>
      {changes.length > 0 && (
        <Table
          columns={[w("field"), w("before"), w("now")]}
          rows={changes.map(({ name, before, now }) => [name, before, now])}
        />
      )}
      <Button onClick={() => void drop()}>{w("understood")}</Button>
    </section>
  );
}
