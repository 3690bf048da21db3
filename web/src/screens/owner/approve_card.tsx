import type { Approval } from "../../core/answers.ts";
import {
  approvalsPath,
  Button,
  ButtonLink,
  CallLinks,
  Card,
  Code,
  EmptyState,
  hrefOf,
  money,
  netStatus,
  onward,
  queue,
  readState,
  Screen,
  type ScreenProps,
  t,
  toast,
  useRead,
  useSignal,
  when,
} from "../../kit/mod.ts";
import { rt, takeBack } from "../../records/mod.ts";
import { Decided } from "./approve.tsx";
import { bodyOf, Choice } from "./approve_choice.tsx";
import { Consequence, What } from "./approve_facts.tsx";
import { Otherwise } from "./approve_otherwise.tsx";
import { Returned } from "./approve_returned.tsx";
import { isReceipt, nameOf, riskWord, titleOf, w } from "./approval.ts";
import { sayYes, writeFor } from "./decisions.ts";
import { Evidence } from "./evidence.tsx";

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
    const goOn = onward();
    const sent = await sayYes(approval, bodyOf(approval, choice.value));
    goOn("/approve");
    const said = netStatus.value === "offline" ? w("will") : rt("saved_here");
    toast(said, { label: rt("undo"), run: () => void takeBack(sent.key) });
  };
  const { risk_amount_local: risk, facts: { photos } } = approval;
  const [title] = titleOf(approval);
  const link = approval.kind !== "approval_request" && hrefOf(approval.path.replace(/^#/, ""));
  return (
    <Screen
      title={w(approval.kind)}
      sub={<Code>{approval.reference_no}</Code>}
      pinned={open && (
        <Button look="main" icon="check" wide onClick={yes}>
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
      {came && <Returned write={came} seen={seen!} live={live} sure={!read.loading} />}
      <Card title={title}>
        <p class="muted">
          {w("by", { name: approval.created_by_name ?? "–", time: when(approval.waiting_since) })}
        </p>
        {risk ? <p class="strong">{riskWord(approval)}: {money(risk)}</p> : null}
        <What approval={approval} />
      </Card>
      {isReceipt(approval) && <Consequence approval={approval} />}
      {photos && (
        <Card title={w("photos")}>
          <Evidence ids={photos} />
        </Card>
      )}
      {approval.kind === "rma_replacement" && <CallLinks phone={approval.facts.customer_phone} />}
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
