import {
  announce,
  Badge,
  Button,
  Card,
  Code,
  Field,
  number,
  PhotoButton,
  PhotoInput,
  Stepper,
  t,
  toast,
  useSignal,
} from "../../kit/mod.ts";
import { quantityOf } from "../../records/mod.ts";
import { w } from "./receive_words.ts";
import {
  accepted,
  change,
  type Count,
  type Counted,
  damageOne,
  type Expected,
  gapOf,
  leftOf,
  nothing,
  recount,
  turn,
  uncounted,
  withoutSerial,
} from "./receive_count.ts";
import { codesIn } from "../trade/codes.ts";
import { addCodes } from "./receive_codes.ts";

/** Seen and read out. */
export function tell(text: string): void {
  toast(text);
  announce(text);
}

interface LineProps {
  item: Expected;
  count: Count;
  blind: boolean;
  open: boolean;
  onOpen: () => void;
  /** takes how to change the count as it then is: a photo comes later than the tap */
  onCount: (how: (count: Count) => Count) => void;
}

/** One product of the shipment, as it is counted. */
export function Line({ item, count, blind, open, onOpen, onCount }: LineProps) {
  const line = count[item.id] ?? nothing;
  const set = (to: Partial<Counted>) => onCount((now) => change(now, item.id, to));
  return (
    <Card>
      <div class="row">
        <span class="grow">
          <span class="row-title">{item.product_name}</span>
          {item.sku && (
            <span class="muted">
              <Code>{item.sku}</Code>
            </span>
          )}
        </span>
        {!blind && (
          <span class="side">{w("expected", { n: quantityOf(leftOf(item), item.unit) })}</span>
        )}
      </div>
      <Stepper
        label={w("received")}
        value={line.received}
        onChange={(received) => onCount((now) => recount(now, item.id, received))}
      />
      {line.received > 0 && (
        <>
          {line.damaged > 0 && (
            <Stepper
              label={w("damaged")}
              value={line.damaged}
              max={line.received}
              onChange={(damaged) =>
                damaged === line.damaged + 1
                  ? onCount((now) => damageOne(now, item.id))
                  : set({ damaged })}
            />
          )}
          <Outcome
            item={item}
            line={line}
            blind={blind}
            onMissing={(missing) => set({ missing })}
          />
        </>
      )}
      {line.photos.length > 0 && (
        <PhotoInput
          photos={line.photos}
          onChange={(photos) => set({ photos })}
        />
      )}
      <div class="pair">
        {/* one press: a piece is damaged, and the camera opens for it */}
        <PhotoButton
          label={w("damaged_photo")}
          look="button plain file"
          onPress={() => onCount((now) => damageOne(now, item.id))}
          onPhoto={(photo) =>
            onCount((now) =>
              change(now, item.id, { photos: [...now[item.id]?.photos ?? [], photo] })
            )}
        />
        <Button look="quiet" onClick={onOpen}>{w("details")}</Button>
      </div>
      {open && (
        <Details
          line={line}
          listed={blind ? [] : uncounted(item, line)}
          onChange={set}
          onTurn={(code) => onCount((now) => turn(now, item.id, code))}
          onAdd={(codes) => {
            let again: string[] = [];
            onCount((now) => {
              const added = addCodes(now, item.id, codes);
              again = added.again;
              return added.count;
            });
            if (again.length > 0) tell(w("told_again", { code: again.join(", ") }));
          }}
        />
      )}
    </Card>
  );
}

/** What comes of the line, and the one question about pieces that did not come. */
function Outcome(
  { item, line, blind, onMissing }: {
    item: Expected;
    line: Counted;
    blind: boolean;
    onMissing: (missing: boolean) => void;
  },
) {
  const { excess } = gapOf(item, line, blind);
  const unnamed = withoutSerial(item, line, blind);
  const gap = leftOf(item) - line.received;
  return (
    <div class="badges">
      <Badge tone="good">{w("accepted", { n: number(accepted(line)) })}</Badge>
      {unnamed > 0 && <Badge tone="warn">{w("no_serial_n", { n: number(unnamed) })}</Badge>}
      {!blind && excess > 0 && <Badge tone="bad">{w("excess_n", { n: number(excess) })}</Badge>}
      {!blind && gap > 0 && (
        <>
          <Badge tone={line.missing ? "bad" : "warn"}>
            {w(line.missing ? "missing_n" : "short_n", { n: number(gap) })}
          </Badge>
          <button
            type="button"
            class="chip"
            aria-pressed={line.missing}
            onClick={() => onMissing(!line.missing)}
          >
            {w("is_missing")}
          </button>
        </>
      )}
    </div>
  );
}

function Details({ line, listed, onChange, onTurn, onAdd }: {
  line: Counted;
  /** on the packing list and not counted */
  listed: string[];
  onChange: (to: Partial<Counted>) => void;
  onTurn: (code: string) => void;
  onAdd: (codes: string[]) => void;
}) {
  const serial = useSignal("");
  const add = (text: string) => {
    serial.value = "";
    onAdd(codesIn(text));
  };
  const states = [["whole", line.serials], ["broken", line.broken], ["listed", listed]] as const;
  const known = states.flatMap(([state, all]) => all.map((code) => ({ state, code })))
    .toSorted((a, b) => a.code.localeCompare(b.code, "en", { numeric: true }));
  return (
    <>
      <Field name="bin" label={w("bin")} value={line.bin} onInput={(bin) => onChange({ bin })} />
      {known.length > 0 && <p class="muted">{w("serials_text")}</p>}
      <div class="badges">
        {known.map(({ code, state }) => (
          <button
            key={code}
            type="button"
            class="chip"
            aria-pressed={state !== "listed"}
            data-bad={state === "broken"}
            onClick={() => onTurn(code)}
          >
            <Code>{code}</Code> {state !== "listed" && w(`serial_${state}`)}
          </button>
        ))}
      </div>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          add(serial.value);
        }}
        onPaste={(event) => {
          const text = event.clipboardData?.getData("text") ?? "";
          // of a column of a spreadsheet: the box would make one line of it
          if (codesIn(text).length < 2) return;
          event.preventDefault();
          add(text);
        }}
      >
        <Field
          name="serial"
          label={w("serial")}
          value={serial.value}
          onInput={(value) => serial.value = value}
        />
        <Button type="submit" icon="plus">{t("add")}</Button>
      </form>
    </>
  );
}
