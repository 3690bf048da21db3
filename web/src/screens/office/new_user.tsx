import {
  ApiError,
  call,
  go,
  NoAnswer,
  type ScreenProps,
  sentCount,
  signal,
  useMemo,
} from "../../kit/mod.ts";
import { faultsOf, formScreen } from "../../records/mod.ts";
import { w } from "./user_words.ts";
import { Secret } from "./secret.tsx";
import type { User } from "../../core/answers.ts";
import { userFields } from "./user.ts";

const done = signal<User | undefined>(undefined);
const fault = signal("");
/** Of the user that is being made: the same one is not made twice, whatever is answered. */
let key = "";

const Form = formScreen({
  title: () => w("new_user"),
  path: "/users",
  list: "/users",
  name: () => "",
  save: () => w("create"),
  fields: userFields,
  send: async (body) => {
    fault.value = "";
    try {
      const { data } = await call<User>("/users", {
        method: "POST",
        body,
        headers: { "idempotency-key": key },
      });
      done.value = data;
      sentCount.value++;
    } catch (error) {
      const faults = error instanceof ApiError ? faultsOf(error.problem) : {};
      if (Object.keys(faults).length > 0) return faults;
      fault.value = error instanceof NoAnswer ? w("online_only") : (error as Error).message;
    }
    return {};
  },
  above: () => fault.value && <p class="error" role="alert">{fault.value}</p>,
});

/** A user needs the server at once: it makes the password that is shown here and nowhere else. */
export function NewUser(props: ScreenProps) {
  useMemo(() => {
    key = crypto.randomUUID();
    fault.value = "";
    done.value = undefined;
  }, []);
  return (
    <>
      <Form {...props} />
      {done.value && (
        <Secret
          one={done.value}
          onClose={() => go(`/users/${done.value!.id}`, { replace: true })}
        />
      )}
    </>
  );
}
