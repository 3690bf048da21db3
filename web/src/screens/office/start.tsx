import type { Invoice, Product, Settings, User } from "../../core/answers.ts";
import {
  Badge,
  Card,
  type ComponentChildren,
  isRead,
  List,
  Row,
  Skeleton,
  user,
  useRead,
} from "../../kit/mod.ts";
import { settingsForm } from "./settings_form.tsx";
import { o, text } from "./words.ts";

/** From the owner to the first invoice, step by step; once there is one, what stands in it. */
export function Start({ children }: { children?: ComponentChildren }) {
  const invoices = useRead<Invoice[]>("/invoices?limit=1").value;
  const settings = useRead<Settings>("/settings").value.data;
  const products = useRead<Product[]>("/products?limit=1").value.data;
  const users = useRead<User[]>("/users?active=true&limit=50").value.data ?? [];
  if (!isRead(invoices)) return <Skeleton />;
  if (invoices.data?.length !== 0) return <>{children}</>;
  const others = users.filter(({ id }) => id !== user.value?.id);
  const phones = `${location.origin}/mobile`;
  const steps: [done: boolean, href: string | undefined, title: string, text: string][] = [
    [!!settings?.vat_bin, "#/start/business", o("start_firm"), o("start_firm_text")],
    [!!products?.length, "#/products/new", o("start_goods"), o("start_goods_text")],
    [others.length > 0, "#/users/new", o("start_users"), o("start_users_text")],
    [
      // the first thing he does on it is to choose a password
      others.some((one) => !one.must_change_password),
      undefined,
      o("start_phones"),
      o(/^(127\.|localhost)/.test(location.hostname) ? "start_lan" : "start_open", { phones }),
    ],
    [false, "#/invoices/new", o("start_invoice"), o("start_invoice_text")],
  ];
  return (
    <Card title={o("start")}>
      <List label={o("start")}>
        {steps.map(([done, href, title, text]) => (
          <Row
            key={title}
            href={href}
            title={title}
            lines={[!done && text]}
            badges={done && <Badge tone="good">{o("start_done")}</Badge>}
          />
        ))}
      </List>
      <p class="muted">{o("start_demo")}</p>
    </Card>
  );
}

/** What stands on the firm's papers. */
export const firm = settingsForm({
  title: () => o("start_firm"),
  list: "/",
  screen: "/start/business",
  name: () => o("start_firm"),
  fields: [
    text("vat_name", "firm_name", { required: true }),
    text("vat_bin", "bin", { hint: () => o("bin_hint") }),
    text("vat_address", "firm_address", { type: "area", max: 500 }),
  ],
});
