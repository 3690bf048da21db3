import type { Customer, Supplier, User } from "../../core/answers.ts";
import {
  Badge,
  Card,
  type ComponentChildren,
  EmptyState,
  Icon,
  List,
  type Read,
  readState,
  signal,
  useRead,
  whatsappLink,
  when,
} from "../../kit/mod.ts";
import { r } from "./reminder_words.ts";

/** One thing that somebody is to be reminded of. */
export interface Reminder {
  /** by which it is remembered that it was sent */
  id: string;
  /** the record that it is about */
  href: string;
  title: string;
  lines: ComponentChildren[];
  side?: ComponentChildren;
  /** who it goes to: his record, or his number where it is known already */
  to?: string;
  phone?: string | null;
  whom?: string;
  message: string;
}

type Party = Partial<Pick<Supplier, "whatsapp">> & Pick<Customer | Supplier | User, "phone">;

/** What of a list is reminded of, each with its message. */
export function Reminded<R>({ title, read, when: wanted = () => true, of }: {
  title: string;
  read: Read<R[]>;
  when?: (row: R) => boolean;
  of: (row: R) => Reminder;
}) {
  const { instead, over } = readState(read);
  const rows = (read.data ?? []).filter(wanted).map(of);
  return (
    <Card title={title}>
      {over}
      {instead ??
        (rows.length === 0 ? <EmptyState icon="check" title={r("none")} /> : (
          <List label={title}>
            {rows.map((row) => <One key={row.id} {...row} />)}
          </List>
        ))}
    </Card>
  );
}

function One({ id, to, phone, whom, message, href, title, lines, side }: Reminder) {
  const party = useRead<Party>(to).value.data;
  const number = phone ?? party?.whatsapp ?? party?.phone;
  const opened = remembered.value[id];
  return (
    <li class="row">
      <span class="grow">
        <a class="link" href={href}>{title}</a>
        {[...lines, whom].map((line, at) =>
          line && <span key={at} class="muted line">{line}</span>
        )}
        {opened && <Badge tone="good">{r("opened", { time: when(opened) })}</Badge>}
      </span>
      <span class="side">{side}</span>
      <a
        class="button plain"
        href={number ? whatsappLink(number, message) : whatsappTo(message)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => remember(id)}
      >
        <Icon name="chat" />
        <span class="unseen">{r(number ? "write" : "choose", { title })}</span>
      </a>
    </li>
  );
}

/** Where no number is known, WhatsApp asks who it is for. */
const whatsappTo = (message: string) => `https://wa.me/?text=${encodeURIComponent(message)}`;

const KEY = "reminded";
/** What is older is asked for again. */
const KEPT_MS = 31 * 86_400_000;

/** When WhatsApp was last opened for what, on this phone. */
const remembered = signal<Record<string, string>>(JSON.parse(localStorage.getItem(KEY) ?? "{}"));

function remember(id: string): void {
  const now = Date.now();
  const young = Object.entries(remembered.value).filter(([, at]) => now - Date.parse(at) < KEPT_MS);
  remembered.value = { ...Object.fromEntries(young), [id]: new Date(now).toISOString() };
  localStorage.setItem(KEY, JSON.stringify(remembered.value));
}
