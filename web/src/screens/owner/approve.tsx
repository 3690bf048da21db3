import type { Approval } from "../../core/answers.ts";
import {
  approvalsPath,
  Badge,
  Button,
  EmptyState,
  List,
  netStatus,
  number,
  queue,
  readState,
  Row,
  Screen,
  shortMoney,
  t,
  toast,
  useRead,
  when,
  type Write,
} from "../../kit/mod.ts";
import { refusal, rt, takeBack } from "../../records/mod.ts";
import { nameOf, riskWord, titleOf, w } from "./approval.ts";
import { acknowledge, sayYes, writeFor } from "./decisions.ts";

/** What waits for the owner's decision: by kind, what is most at stake first; what came back stands on top. */
export function Inbox() {
  const read = useRead<Approval[]>(approvalsPath).value;
  const { instead, over } = readState(read);
  const all = read.data ?? [];
  const live = all.filter((one) => !one.put_off_until);
  const later = all.filter((one) => one.put_off_until);
  const back = queue.value.filter((write) =>
    write.list === "/approve" && write.state === "needs_you" && write.seen
  );
  const kinds = [...new Set(live.map(({ kind }) => kind))];
  return (
    <Screen title={t("approve")} root>
      {over}
      {back.length > 0 && <CameBack writes={back} />}
      {instead ?? (kinds.length === 0
        ? <EmptyState icon="check" title={w("empty")} text={w("empty_text")} />
        : kinds.map((kind) => <Group key={kind} all={live.filter((one) => one.kind === kind)} />))}
      <a class="link" href="#/approve/acknowledged">{w("acknowledged")}</a>
      {later.length > 0 && (
        <details class="card history">
          <summary>{w("later_n", { n: number(later.length) })}</summary>
          <List>{later.map((one) => <One key={nameOf(one)} approval={one} />)}</List>
        </details>
      )}
    </Screen>
  );
}

function Group({ all }: { all: Approval[] }) {
  const { kind } = all[0];
  const cost = kind === "cost_out_of_range";
  const clean = all.filter((one) => (one.batchable || cost) && !writeFor(one));
  const decide = async () => {
    const writes: Write[] = [];
    if (cost) writes.push(await acknowledge(clean));
    else for (const one of clean) writes.push(await sayYes(one));
    toast(rt("saved_here"), {
      label: rt("undo"),
      run: () => writes.forEach(({ key }) => void takeBack(key)),
    });
  };
  const amounts = all.some((one) => one.risk_amount_local);
  return (
    <section>
      <h2 class="eyebrow">{w(kind)}{amounts && ` · ${riskWord(all[0])}`}</h2>
      <List label={w(kind)}>{all.map((one) => <One key={nameOf(one)} approval={one} />)}</List>
      {clean.length > 1 && (
        <Button icon="check" wide look="quiet" onClick={decide}>
          {w(cost ? "batch_cost" : kind === "receipt_post" ? "batch_post" : "batch", {
            n: number(clean.length),
          })}
        </Button>
      )}
    </section>
  );
}

function One({ approval }: { approval: Approval }) {
  const { risk_amount_local: risk, created_by_name, waiting_since } = approval;
  const write = writeFor(approval);
  const [title, of] = titleOf(approval);
  const usual = approval.kind === "cost_out_of_range" &&
    `${number(approval.facts.share_percent)}% · ${w("usual")} ${
      w("usual_text", {
        n: number(approval.facts.median_percent),
        compared: number(approval.facts.compared_with),
      })
    }`;
  return (
    <Row
      href={`#/approve/${nameOf(approval)}`}
      title={title}
      lines={[of, usual, w("by", { name: created_by_name ?? "–", time: when(waiting_since) })]}
      badges={write && <Decided write={write} />}
      side={risk ? shortMoney(risk) : undefined}
    />
  );
}

/** What became of a decision so far. */
export function Decided({ write }: { write: Write }) {
  if (write.state === "needs_you") return <Badge tone="bad">{w("came_back")}</Badge>;
  if ((write.body as { until?: string }).until) return <Badge>{w("later")}</Badge>;
  const offline = netStatus.value === "offline";
  return <Badge tone="warn">{w(offline ? "will" : "sending")}</Badge>;
}

function CameBack({ writes }: { writes: Write[] }) {
  return (
    <section>
      <h2 class="eyebrow">{w("came_back")}</h2>
      <List label={w("came_back")}>
        {writes.map((write) => (
          <Row
            key={write.key}
            href={`#/approve/${nameOf(write.seen as Approval)}`}
            icon="alert"
            title={write.title}
            lines={[write.problem && refusal(write.problem)]}
            badges={<Badge tone="bad">{w("came_back")}</Badge>}
          />
        ))}
      </List>
    </section>
  );
}
