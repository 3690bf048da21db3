import type { GivenToken, ProgramToken, User } from "../../core/answers.ts";
import {
  addDays,
  ApiError,
  Badge,
  Button,
  ButtonLink,
  call,
  dhakaDate,
  EmptyState,
  enqueue,
  go,
  List,
  may,
  NoAnswer,
  place,
  readState,
  Row,
  Screen,
  type ScreenProps,
  sentCount,
  Sheet,
  signal,
  toast,
  useMemo,
  useRead,
  useSignal,
  when,
} from "../../kit/mod.ts";
import { Ask, faultsOf, formScreen, refusal, saySaved, yesNo } from "../../records/mod.ts";
import { a } from "./access_words.ts";
import { LostFactor } from "./lost_factor.tsx";

/** What acts as a user, and may be ended. */
export function Tokens({ params: { id } }: ScreenProps) {
  const user = useRead<User>(`/users/${id}`).value;
  const read = useRead<ProgramToken[]>(`/users/${id}/tokens?limit=100`).value;
  const { instead, over } = readState(read);
  const ending = useSignal<ProgramToken | undefined>(undefined);
  const end = async (one: ProgramToken, answers: Record<string, unknown>) => {
    saySaved(
      await enqueue({
        method: "POST",
        path: `/users/${id}/tokens/${one.id}/end`,
        body: answers,
        title: a("name_end_token", { name: one.name }),
        undo: false,
      }),
    );
  };
  return (
    <Screen
      title={a("access")}
      sub={user.data?.name}
      pinned={may("users.write") && (
        <ButtonLink href={`#/users/${id}/tokens/new`} icon="plus" look="main" wide>
          {a("new_token")}
        </ButtonLink>
      )}
    >
      <p class="muted">{a("tokens_say")}</p>
      {over}
      {instead ?? (read.data!.length === 0
        ? <EmptyState icon="share" title={a("no_tokens")} />
        : (
          <List label={a("tokens")}>
            {read.data!.map((one) => (
              <Row
                key={one.id}
                title={one.name}
                lines={[
                  a("began", { time: when(one.created_at) }),
                  a("until", { time: when(one.expires_at) }),
                  one.permissions?.join(", ") ?? a("all_permissions"),
                ]}
                badges={<Badge>{a(one.read_only ? "reads" : "writes")}</Badge>}
                side={may("users.write") && (
                  <Button onClick={() => ending.value = one}>{a("end_token")}</Button>
                )}
              />
            ))}
          </List>
        ))}
      {user.data && <LostFactor one={user.data} />}
      {ending.value && (
        <Ask
          title={`${a("end_token")}: ${ending.value.name}`}
          say={a("end_token_say")}
          fields={[{
            name: "reason",
            label: () => a("why"),
          }]}
          onConfirm={(answers) => end(ending.value!, answers)}
          onClose={() => ending.value = undefined}
        />
      )}
    </Screen>
  );
}

const made = signal<GivenToken | undefined>(undefined);
const fault = signal("");
/** Of the token that is being made: the same one is not made twice, whatever is answered. */
let key = "";

const Form = formScreen({
  title: () => a("new_token"),
  path: "/users/:id/tokens",
  list: "/users",
  name: () => "",
  save: () => a("make_token"),
  fields: [
    { name: "name", label: () => a("program"), hint: () => a("program_hint"), required: true },
    yesNo("read_only", () => a("read_only"), "true"),
    {
      name: "expires_on",
      label: () => a("last_day"),
      hint: () => a("last_day_hint"),
      type: "date",
      required: true,
      initial: () => addDays(dhakaDate(), 90),
    },
    {
      name: "permissions",
      label: () => a("permissions"),
      hint: () => a("permissions_hint"),
      max: 5000,
    },
  ],
  shape: ({ permissions, read_only, ...rest }) => ({
    ...rest,
    read_only: read_only === "true",
    ...permissions !== undefined && {
      permissions: String(permissions).split(/[\s,]+/).filter(Boolean),
    },
  }),
  send: async (body) => {
    fault.value = "";
    try {
      // not through the queue: the answer holds the token, and must be seen by who asked for it
      const { data } = await call<GivenToken>(place.value.path.replace(/\/new$/, ""), {
        method: "POST",
        body,
        headers: { "idempotency-key": key },
      });
      made.value = data;
      sentCount.value++;
    } catch (error) {
      const faults = error instanceof ApiError ? faultsOf(error.problem) : {};
      const names = Object.entries(faults).map(([name, says]) => [name.split(".")[0], says]);
      if (names.length > 0) return Object.fromEntries(names);
      fault.value = error instanceof NoAnswer
        ? a("online_only")
        : error instanceof ApiError
        ? refusal(error.problem)
        : String(error);
    }
    return {};
  },
  above: () => fault.value && <p class="error" role="alert">{fault.value}</p>,
});

/** A token needs the server at once: it is shown here, once, and kept nowhere. */
export function NewToken(props: ScreenProps) {
  useMemo(() => {
    key = crypto.randomUUID();
    fault.value = "";
    made.value = undefined;
  }, []);
  return (
    <>
      <Form {...props} />
      {made.value && (
        <Shown
          one={made.value}
          onClose={() => go(`/users/${props.params.id}/tokens`, { replace: true })}
        />
      )}
    </>
  );
}

function Shown({ one: { name, token }, onClose }: { one: GivenToken; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(token!);
    toast(a("copied"));
  };
  return (
    <Sheet title={a("token_title", { name })} onClose={onClose}>
      {token ? <code class="secret" translate={false}>{token}</code> : <p>{a("token_lost")}</p>}
      {token && <p class="muted">{a("token_text")}</p>}
      {token && <Button look="main" wide onClick={() => void copy()}>{a("copy")}</Button>}
    </Sheet>
  );
}
