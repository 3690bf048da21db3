import { missedDigit } from "../../../../domain/imports/container_number.ts";
import type { Container, Rent, Shipment } from "../../core/answers.ts";
import {
  Badge,
  Card,
  Code,
  date,
  dhakaDate,
  may,
  money,
  normalised,
  number,
  readState,
  useRead,
  type Write,
} from "../../kit/mod.ts";
import { type Action, Do, Facts, formScreen, Unsent } from "../../records/mod.ts";
import { headWord, w } from "./shipment_words.ts";

/** What happens to a container, in this order; each is a date. */
const days = ["arrived_on", "gate_out_on", "returned_on"] as const;

/** Also one that waits to be sent, which has no id yet. */
type Box = Pick<Container, "container_number" | "size"> & Partial<Container>;

const SHIPMENTS = "/import-logistics/shipments";

/** The containers of a shipment: where they are, and what their rent comes to. */
export function Containers({ shipment, unsent }: { shipment: Shipment; unsent: Write[] }) {
  const { id, container_number: named } = shipment;
  const path = `${SHIPMENTS}/${id}/containers`;
  const read = useRead<Container[]>(path).value;
  const running = useRead<Rent[]>(`/import-logistics/demurrage?shipment_id=${id}`).value.data;
  const mayWrite = may("costs.write");
  const { instead } = readState(read);
  const at = (to: string) => unsent.filter((write) => write.path === to);
  const bodies = (to: string) => at(to).map(({ body }) => body as unknown as Box);
  const boxes = [
    // what waits to be sent counts already
    ...(read.data ?? []).map((box) => Object.assign({}, box, ...bodies(`${path}/${box.id}`))),
    ...bodies(path),
  ] as Box[];
  const unsentOf = (box: Box) =>
    box.id ? at(`${path}/${box.id}`) : at(path).filter(({ body }) => body as unknown === box);
  if (read.data && boxes.length === 0 && !mayWrite) return null;
  const more = named && !boxes.some((box) => box.container_number === named)
    ? `?container_number=${named}`
    : "";
  return (
    <Card
      title={w("containers")}
      action={mayWrite && (
        <a class="link" href={`#/shipments/${id}/containers/new${more}`}>{w("add_box")}</a>
      )}
    >
      {boxes.length === 0 && (instead ?? <p class="muted">{w("no_boxes")}</p>)}
      {boxes.map((box) => (
        <div key={box.container_number} class="clock">
          <p class="between strong">
            <Code>{box.container_number}</Code>
            <span class="muted">{w("feet", { n: number(box.size) })}</span>
          </p>
          <p class="warning">{digitFault(box.container_number)}</p>
          <Clock box={box} running={running?.find((one) => one.id === box.id)} />
          {unsentOf(box).length > 0 && (
            <p>
              <Unsent writes={unsentOf(box)} />
            </p>
          )}
          {mayWrite && box.id && nextOf(box) && (
            <Do action={moving} record={{ ...box, path }} path={`${SHIPMENTS}/${id}`} />
          )}
        </div>
      ))}
    </Card>
  );
}

/** Free days left or days over, then the rent where the role may see it. */
function Clock({ box, running }: { box: Box; running?: Rent }) {
  const { rent_today_local: today, rent_so_far_local: soFar, rate_missing = [] } = running ?? {};
  const clocks = box.returned_on ? [] : running?.clocks ?? [];
  return (
    <>
      {!!today && !box.returned_on && (
        <p class="figure-line bad">
          <b>{money(today)}</b>
          <span class="muted">{w("per_day")}</span>
        </p>
      )}
      {clocks.filter(({ kind }) => kind === "detention" || !box.gate_out_on).map((
        { kind, free_days_left: left, last_free_day, days_over },
      ) => (
        <p key={kind} class="badges">
          <span>{headWord(kind)}</span>
          {left === null
            ? <Badge tone="warn">{w("no_free_days")}</Badge>
            : days_over
            ? <Badge tone="bad">{w("days_over", { n: number(days_over) })}</Badge>
            : (
              <Badge tone={left <= 1 ? "warn" : "good"}>
                {w("free_left", { n: number(left) })}
              </Badge>
            )}
          {last_free_day && !days_over && (
            <span class="muted">{w("free_until", { date: date(last_free_day) })}</span>
          )}
        </p>
      ))}
      <Facts
        rows={[
          !!soFar && [w("so_far"), money(soFar)],
          rate_missing.length > 0 && [
            w("rate"),
            w("rate_missing", { currency: rate_missing.join(", ") }),
          ],
          !box.arrived_on && !!box.free_days && [w("free_days"), number(box.free_days)],
          ...days.map((day) => box[day] && [w(day), date(box[day])] as [string, string]),
        ]}
      />
    </>
  );
}

const nextOf = (box: Box) => days.find((day) => !box[day]);

/** The next thing that happens to a container: the day is asked for, and is mostly today. */
const moving: Action<Box & { path: string }> = {
  label: (box) => w(`now_${nextOf(box)!}`),
  icon: "check",
  ask: (box) => {
    const after = box.gate_out_on ?? box.arrived_on;
    return [{
      name: nextOf(box)!,
      label: () => w("day"),
      type: "date",
      required: true,
      initial: () => dhakaDate(),
      check: (day) => after && day < after ? w("not_before", { date: date(after) }) : undefined,
    }];
  },
  write: (box, answers) => ({
    method: "PATCH",
    path: `${box.path}/${box.id}`,
    body: answers,
    title: `${box.container_number}: ${w(nextOf(box)!)}`,
  }),
};

/** A mistyped number is told and not refused: some containers carry numbers of their own. */
function digitFault(code: string): string | undefined {
  const digit = missedDigit(normalised(code));
  return digit === undefined ? undefined : w("wrong_digit", { digit });
}

export const container = formScreen({
  title: () => w("add_box"),
  path: `${SHIPMENTS}/:id/containers`,
  of: `${SHIPMENTS}/:id`,
  screen: "/shipments/:id/containers/new",
  list: "/shipments",
  name: ({ container_number }) => `${w("container")} ${container_number}`,
  fields: [
    {
      name: "container_number",
      label: () => w("box_number"),
      required: true,
      clean: normalised,
      warn: digitFault,
      check: (code) => /^[A-Z\d]{4,20}$/.test(code) ? undefined : w("no_number"),
    },
    {
      name: "size",
      label: () => w("size"),
      type: "chips",
      choices: () => ["20", "40"].map((n) => ({ value: n, label: w("feet", { n: number(n) }) })),
      initial: () => "20",
      asNumber: true,
    },
    {
      name: "arrived_on",
      label: () => w("arrived_on"),
      type: "date",
      hint: () => w("arrived_hint"),
    },
    {
      name: "free_days",
      label: () => w("free_days"),
      type: "decimal",
      hint: () => w("as_set"),
    },
    {
      name: "detention_free_days",
      label: () => w("box_free_days"),
      type: "decimal",
      hint: () => w("as_set"),
    },
  ],
});
