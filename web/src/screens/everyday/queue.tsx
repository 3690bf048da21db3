import {
  Badge,
  Button,
  ButtonLink,
  call,
  Card,
  discard,
  EmptyState,
  Icon,
  List,
  number,
  queue,
  retry,
  Row,
  Screen,
  sending,
  Sheet,
  t,
  useEffect,
  user,
  useSignal,
  when,
  words,
  type Write,
} from "../../kit/mod.ts";
import { Refused, rt } from "../../records/mod.ts";
import { heldBy } from "../../core/held.ts";
import { withDependents } from "../../core/write.ts";
import { handOver, readHandOver, takeOver } from "../../core/hand_over.ts";
import { en } from "../../strings/queue.en.ts";

type Taken = Awaited<ReturnType<typeof readHandOver>>;
const w = words(en, () => import("../../strings/everyday.bn.ts").then((all) => all.queue));
const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything that the server has not confirmed, and what can be done about it. */
export function Queue() {
  const leaving = useSignal<Write | undefined>(undefined);
  const all = queue.value;
  const old = all.some((write) => Date.now() - write.at > DAY_MS);
  return (
    <Screen title={t("queue")} sub={t("queue_text")}>
      {all.length === 0 && <EmptyState icon="cloud" title={w("empty")} text={w("empty_text")} />}
      {old && <p class="card notice">{w("old")}</p>}
      {all.map((write) => (
        <One
          key={write.key}
          write={write}
          onDiscard={() => leaving.value = write}
        />
      ))}
      <a class="link" href="#/queue/requests">{w("asked")}</a>
      <HandOver />
      {leaving.value && (
        <Sheet title={w("discard_sure")} onClose={() => leaving.value = undefined}>
          <p class="strong">{leaving.value.title}</p>
          {withDependents(all, leaving.value.key).filter(({ key }) => key !== leaving.value!.key)
            .map((
              { key, title },
            ) => <p key={key} class="strong">{w("goes_too", { name: title })}</p>)}
          <p class="muted">{w("discard_text")}</p>
          <Button
            look="danger"
            icon="trash"
            wide
            onClick={() => {
              void discard(leaving.value!.key);
              leaving.value = undefined;
            }}
          >
            {w("discard")}
          </Button>
        </Sheet>
      )}
    </Screen>
  );
}

function One({ write, onDiscard }: { write: Write; onDiscard: () => void }) {
  const stuck = write.state === "needs_you";
  const { problem } = write;
  const held = heldBy(queue.value, write.key);
  const conflict = write.method !== "POST" && /^4(09|12)$/.test(String(problem?.status));
  return (
    <Card>
      <div class="row">
        <span class="grow">
          <span class="row-title">{write.title}</span>
          <span class="muted">
            {w("saved_at", { time: when(write.at) })}
            {write.tries > 0 && ` · ${w("tries", { n: number(write.tries) })}`}
            {write.photos.length > 0 && ` · ${w("photos", { n: number(write.photos.length) })}`}
          </span>
        </span>
        <Badge tone={stuck ? "bad" : "warn"}>
          {stuck
            ? rt("needs_you")
            : held
            ? rt("waiting")
            : w(sending.value === write.key ? "sending" : "waits")}
        </Badge>
      </div>
      {problem && (
        <p class="error">
          {conflict ? w("conflict") : <Refused {...write} />}
        </p>
      )}
      {held && <p class="error">{w("held", { name: held.title })}</p>}
      {conflict && <Conflict write={write} />}
      <div class="pair">
        {problem?.code === "beyond_limit" && (
          <ButtonLink href={`#/queue/${write.key}/ask`} icon="check">{w("ask")}</ButtonLink>
        )}
        {!conflict && !held && (
          <Button icon="retry" onClick={() => retry(write.key)}>{w("retry")}</Button>
        )}
        {write.form && (stuck || write.tries === 0) && (
          <ButtonLink href={`${write.form}?write=${write.key}`} icon="edit">{w("edit")}</ButtonLink>
        )}
        <Button icon="trash" look="quiet" onClick={onDiscard}>{w("discard")}</Button>
      </div>
    </Card>
  );
}

/** Mine and theirs side by side; keeping mine sends it again against what stands there now. */
function Conflict({ write }: { write: Write }) {
  const theirs = useSignal<Record<string, unknown> | undefined>(undefined);
  useEffect(() => {
    void call<Record<string, unknown>>(write.record.replace(/\/status$/, "")).then(
      ({ data }) => theirs.value = data,
      () => undefined,
    );
  }, [write.key]);
  const now = theirs.value;
  if (!now) return null;
  const differing = Object.entries(write.body).filter(([name, value]) =>
    name in now && String(now[name] ?? "") !== String(value ?? "")
  );
  const mine = () =>
    retry(write.key, {
      ...(write.version !== undefined && { version: Number(now.version) }),
      body: {
        ...write.body,
        ...("expected_status" in write.body && { expected_status: now.status }),
      },
    });
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{w("field")}</th>
            <th scope="col">{w("mine")}</th>
            <th scope="col">{w("theirs")}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll("_", " ")}</th>
              <td>{String(value ?? "–")}</td>
              <td>{String(now[name] ?? "–")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="pair">
        <Button look="main" onClick={mine}>{w("keep_mine")}</Button>
        <Button onClick={() => void discard(write.key)}>{w("keep_theirs")}</Button>
      </div>
    </>
  );
}

/** From phone to phone, where the internet is gone for days: out as a file, in from a file. */
function HandOver() {
  const told = useSignal<string | undefined>(undefined);
  const offered = useSignal<Taken>(undefined);
  const save = async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await handOver());
    link.download = `queue-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const look = async (input: HTMLInputElement) => {
    const given = input.files?.[0] && await readHandOver(input.files[0]);
    input.value = "";
    told.value = !given
      ? w("not_ours")
      : given.user.id === user.value?.id
      ? undefined
      : w("of_another", { name: given.user.name });
    if (given && !told.value) offered.value = given;
  };
  const take = async () => {
    const n = await takeOver(offered.value!);
    told.value = n ? w("came", { n: number(n) }) : w("none_came");
    offered.value = undefined;
  };
  const { writes, photos, saved_at } = offered.value ?? {};
  return (
    <Card title={w("hand_over")}>
      <p class="muted">{w("export_text")}</p>
      {told.value && <p class="notice card" role="status">{told.value}</p>}
      {queue.value.length > 0 && <Button icon="share" wide onClick={save}>{w("export")}</Button>}
      <label class="button quiet wide">
        <Icon name="paper" />
        <span>{w("import")}</span>
        <input
          class="unseen"
          type="file"
          accept=".json,application/json"
          onChange={(event) => void look(event.currentTarget)}
        />
      </label>
      {writes && (
        <Sheet title={w("hand_over")} onClose={() => offered.value = undefined}>
          <p class="muted">
            {w("saved_at", { time: when(saved_at!) })} ·{" "}
            {w("photos", { n: number(photos!.length) })}
          </p>
          <List>{writes.map((write) => <Row key={write.key} title={write.title} />)}</List>
          <Button look="main" icon="check" wide onClick={take}>
            {w("take_in", { n: number(writes.length) })}
          </Button>
        </Sheet>
      )}
    </Card>
  );
}
