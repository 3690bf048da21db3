import { z } from "zod";
import type { Route } from "../../api/http/route.ts";
import { areas } from "../../api/routes/mod.ts";
import { may, type Role, roles } from "../../domain/access/access.ts";
import { shownOf } from "../../domain/records/shown.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Answer, type Caller, type Json, testApp, testOptions } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { type All, everyOperation, exampleSender, type Operation } from "../support/examples.ts";
import { figuresIn, hiddenNames, refuseHidden, secretsOf } from "../support/who_sees.ts";

/** Writes about a login of one's own: they answer the caller himself and his tokens. */
const ofOneself = /^POST \/auth\//;

/** What the example of a request asks for, which takes its own right beside. */
const asksFor = "stock.move";

/** Every route by method and path as the documentation writes them. */
const routes = new Map<string, Route>(
  areas(testOptions).flatMap((area) => area.routes).flatMap((route) =>
    [route.path, ...route.spec.aliases ?? []].map((path) =>
      [`${route.method} ${path.replace(/:(\w+)/g, "{$1}")}`, route] as const
    )
  ),
);

/**
 * Every write, by every role that may do it, over records that are there: its answer holds no field and
 * no figure that the record does not show the role where it is read.
 */
Deno.test("no write answers what its record does not show who wrote it", async (t) => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const operations = await everyOperation();
  const owner = await app.as("owner");
  const { ready, send } = exampleSender(app, operations, owner);
  const writes = operations.filter(({ name }) => !/^GET /.test(name) && !ofOneself.test(name));
  assert(writes.length > 45, `${writes.length} writes`);
  let all = await anew();
  let compared = 0;

  for (const role of roles) {
    await t.step(role, async () => {
      const writer = await app.as(role);
      const hidden = hiddenNames(role);
      for (const operation of writes) {
        const { name } = operation;
        const { may: needed, answer } = routes.get(name)!.spec;
        if (needed !== "anyone" && needed !== "signed_in" && !may({ role }, needed)) continue;
        if (/^POST \/approvals\/requests/.test(name) && !may({ role }, asksFor)) continue;
        const { sent, ...done } = await doneBy(operation, writer, role);
        if (role !== "owner" && sent.by === owner) continue; // nothing that he could have written
        const place = `${role} ${name}: ${JSON.stringify(done.body.data)}`;
        refuseHidden(hidden, done.body, place);
        const { data } = done.body;
        assertEquals(shownOf(answer as z.ZodType, { role }, data), data, place);

        const read = readAt(operation, sent.path, done);
        if (!read) continue;
        compared++;
        const [known, shown] = [await owner.get(read.path), await writer.get(read.path)];
        assertEquals(known.status, 200, `owner GET ${read.path}`);
        assert([200, 403, 404].includes(shown.status), `${role} GET ${read.path}`);
        const secrets = secretsOf(known.body.data, [shown.body.data ?? null, sent.body]);
        const told = figuresIn(done.body);
        assertEquals([...told.intersection(secrets)], [], `${place} against GET ${read.path}`);
        if (shown.status === 200 && sameRecord(answer, read.route.spec.answer)) {
          const more = namesIn(data).difference(namesIn(shown.body.data));
          assertEquals([...more], [], `${place} against GET ${read.path}`);
          const { creates } = routes.get(name)!.spec;
          if (creates) assertEquals(data, shown.body.data, `${place} as it is read`);
        }
      }
    });
  }
  assert(compared > 150, `only ${compared} were compared with what is read`);

  function anew(): Promise<All> {
    return oneOfEverything(owner, crypto.randomUUID().slice(0, 8));
  }

  /** What is refused because of what earlier writes have left is done with new records. */
  async function doneBy(operation: Operation, writer: Caller, role: Role) {
    const first = await attempt(operation, writer).catch(() => null); // not even made ready
    if (first && [200, 201].includes(first.status)) return first;
    all = await anew();
    const second = await attempt(operation, writer);
    const { status, body, sent } = second;
    assert(
      [200, 201].includes(status),
      `${role} ${operation.name}: ${status} ${body.detail} ${JSON.stringify(sent.body)}`,
    );
    return second;
  }

  async function attempt(operation: Operation, writer: Caller) {
    const mine = { assigned_to: writer.userId }; // so that it is within his reach
    if (/service-tickets|POST \/import-logistics\/rmas$|rmas\/\{id\}$/.test(operation.name)) {
      await owner.put(`/service-tickets/${all.ticket.id}`, mine);
    }
    if (/tasks/.test(operation.name)) await owner.put(`/tasks/${all.task.id}`, mine);
    const deed = await ready(operation, { ...all }, writer);
    for (const name of ["sku", "email", "employee_code", "phone", "certificate_number"]) {
      if (!(name in deed.body) || name === "phone" && !/users/.test(operation.name)) continue;
      deed.body = { ...deed.body, [name]: unique(name) };
    }
    const answer = await send(deed);
    const { code, fields, permission } = answer.body;
    const refused = code === "forbidden_fields"
      ? fields
      : permission === "payments.write"
      ? ["payment"]
      : [];
    if (refused.length === 0) return { ...answer, sent: deed };
    const allowed = Object.entries(deed.body).filter(([name]) => !refused.includes(name));
    const rest = { ...deed, body: Object.fromEntries(allowed) };
    return { ...await send(rest), sent: rest };
  }
});

/** What no other record has taken. */
function unique(name: string): string {
  const number = String(Math.floor(Math.random() * 1e8)).padStart(8, "0");
  if (name === "email") return `${number}@example.test`;
  return name === "phone" ? `017${number}` : `U-${number}`;
}

/** Where the record is read that was written: where its answer says, or above the verb of its path. */
function readAt({ name }: Operation, sent: string, { headers }: Answer) {
  const location = headers.get("location")?.replace(/^\/api\/v1/, "");
  const template = name.split(" ")[1].replace(/(\{id\})\/.*$/, "$1");
  const path = location ?? sent.split("/").slice(0, template.split("/").length).join("/");
  const route = routes.get(`GET ${path.replace(/\/\d+(?=\/|$)/, "/{id}")}`);
  return route && route.spec.answer instanceof z.ZodType ? { path, route } : undefined;
}

function sameRecord(one: unknown, other: unknown): boolean {
  const idOf = (schema: unknown) => schema instanceof z.ZodType ? schema.meta()?.id : undefined;
  return one === other || idOf(one) !== undefined && idOf(one) === idOf(other);
}

/** The names of all fields with those around them, rows of a list alike. */
function namesIn(value: Json, around = ""): Set<string> {
  if (value === null || typeof value !== "object") return new Set();
  const names = new Set<string>();
  for (const [name, inner] of Object.entries<Json>(value)) {
    const path = Array.isArray(value) ? around : `${around}.${name}`;
    if (!Array.isArray(value)) names.add(path);
    for (const each of namesIn(inner, path)) names.add(each);
  }
  return names;
}
