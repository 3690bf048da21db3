import type { Session } from "../../core/answers.ts";
import {
  Badge,
  Button,
  EmptyState,
  enqueueAll,
  List,
  readState,
  Row,
  Screen,
  useRead,
  useSignal,
  when,
} from "../../kit/mod.ts";
import { Ask, saySaved } from "../../records/mod.ts";
import { a } from "./access_words.ts";
import { deviceName } from "./device_name.ts";

const nameOf = ({ device }: Session) => deviceName(device) ?? a("unknown_device");

/** One's own logins that go on, to end one or all others. */
export function Sessions() {
  const read = useRead<Session[]>("/auth/sessions?limit=100").value;
  const { instead, over } = readState(read);
  const ending = useSignal<Session[]>([]);
  const others = read.data?.filter(({ is_current }) => !is_current) ?? [];
  const end = async (answers: Record<string, unknown>) => {
    const writes = await enqueueAll(ending.value.map((one) => ({
      method: "POST",
      path: `/auth/sessions/${one.id}/end`,
      body: answers,
      title: a("name_end", { name: nameOf(one) }),
      undo: false,
    })));
    saySaved(writes.at(-1)!);
  };
  return (
    <Screen title={a("sessions")}>
      <p class="muted">{a("sessions_say")}</p>
      {over}
      {instead ?? (
        <List label={a("sessions")}>
          {read.data!.map((one) => (
            <Row
              key={one.id}
              title={nameOf(one)}
              lines={[
                a("began", { time: when(one.created_at) }),
                a("until", { time: when(one.expires_at) }),
                one.address && a("from_address", { address: one.address }),
              ]}
              badges={one.is_current && <Badge tone="good">{a("this_one")}</Badge>}
              side={!one.is_current && (
                <Button onClick={() => ending.value = [one]}>{a("end")}</Button>
              )}
            />
          ))}
        </List>
      )}
      {read.data && others.length === 0 && <EmptyState icon="check" title={a("only_this")} />}
      {others.length > 1 && (
        <Button wide icon="close" onClick={() => ending.value = others}>{a("end_others")}</Button>
      )}
      {ending.value.length > 0 && (
        <Ask
          title={ending.value.length > 1 ? a("end_others") : a("end")}
          say={a("end_sure")}
          fields={[{ name: "reason", label: () => a("why") }]}
          onConfirm={end}
          onClose={() => ending.value = []}
        />
      )}
    </Screen>
  );
}
