import sql from "sql-template-tag";
import type { Role } from "../../domain/access/access.ts";
import type { Database } from "../../domain/db/connect.ts";
import { findTask } from "../../domain/tasks/find_tasks.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";

const titles = (answer: { body: Json }) => answer.body.data.map((task: Json) => task.title);
const statuses = (task: Json) => task.history.map((h: Json) => [h.field, h.from, h.to, h.note]);

async function deactivate(db: Database, userId: number): Promise<void> {
  await db.query(sql`update users set active = false where id = ${userId}`);
}

Deno.test("createTask() takes every field, and the words of the field's clients", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [office, engineer] = [await as("office_staff"), await as("engineer")];
  const customer = await insertCustomer(db.database);
  const answer = await office.post("/tasks", {
    title: " Call the bank ",
    notes: "about the LC",
    department: "Accounts",
    assigned_to: String(engineer.userId),
    priority: "HIGH",
    due_date: "2026-03-01",
    due_time: "16:30",
    status: "In Progress",
    related_type: "Customer",
    related_id: customer,
    surprise: 1,
  });
  const task = made(answer);
  assertEquals(answer.headers.get("location"), `/api/v1/tasks/${task.id}`);
  assertEquals(answer.body.meta.ignored_fields, ["surprise"]);
  assertMatch(task.reference_no, /^TSK-\d{4}-000001$/);
  const {
    created_at,
    updated_at,
    assigned_to_name,
    created_by_name: _maker,
    history,
    reference_no,
    next_statuses: _next,
    ...rest
  } = task;
  assertEquals(rest, {
    id: task.id,
    title: "Call the bank",
    status: "in_progress",
    description: "about the LC",
    department: "Accounts",
    assigned_to: engineer.userId,
    priority: "high",
    due_date: "2026-03-01",
    due_time: "16:30",
    overdue: true,
    related_type: "customer",
    related_id: customer,
    created_by: office.userId,
    version: 1,
    comments: [],
  });
  assertMatch(assigned_to_name, /^Test engineer/);
  assertEquals([created_at === updated_at, reference_no === ""], [true, false]);
  assertEquals(history.map((h: Json) => [h.field, h.from, h.to, h.by]), [
    ["status", null, "in_progress", office.userId],
  ]);
  assertEquals(done(await engineer.get(`/tasks/${task.id}`)), task);

  const bare = made(await office.post("/tasks", { title: "Sweep", due_date: "", priority: null }));
  assertEquals(
    [bare.status, bare.priority, bare.due_date, bare.overdue, bare.assigned_to],
    ["new", "normal", null, false, null],
  );
});

Deno.test("createTask() refuses what it cannot keep, field by field", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, gone] = [await as("owner"), await as("sales")];
  await deactivate(db.database, gone.userId);
  const wrong = async (body: Json, ...fields: string[]) =>
    assertInvalid(await owner.post("/tasks", { title: "T", ...body }), ...fields);
  await wrong({ title: " " }, "title");
  await wrong({ priority: "asap" }, "priority");
  await wrong({ status: "finished" }, "status");
  await wrong({ due_date: "2026-02-30" }, "due_date");
  for (const time of ["24:00", "9:30", "12:60", "12:00:00", 900]) {
    await wrong({ due_time: time }, "due_time");
  }
  await wrong({ assigned_to: 999999 }, "assigned_to");
  await wrong({ assigned_to: gone.userId }, "assigned_to");
  await wrong({ related_id: 1 }, "related_type");
  await wrong({ related_type: "shipment", related_id: 999999 }, "related_id");
  made(await owner.post("/tasks", { title: "T", related_type: "meter reading", related_id: 7 }));
});

Deno.test("updateTask() changes what is sent, and null clears", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, engineer] = [await as("owner"), await as("engineer")];
  const task = made(
    await owner.post("/tasks", {
      title: "T",
      description: "D",
      due_date: "2030-01-01",
      due_time: "09:00",
      priority: "urgent",
      assigned_to: engineer.userId,
    }),
  );
  const path = `/tasks/${task.id}`;
  const changed = done(
    await owner.put(path, { notes: "", due_time: null, priority: null, department: "Office" }),
  );
  assertEquals(
    [changed.description, changed.due_date, changed.due_time, changed.priority, changed.department],
    ["D", "2030-01-01", null, "normal", "Office"],
  );
  assertEquals([changed.version, changed.history.length], [2, 1]);
  assertEquals(done(await owner.put(path, { department: "Office" })).version, 2);
  assertInvalid(await owner.put(path, { title: "", assigned_to: 999999 }), "assigned_to");

  const stale = await owner.put(path, { title: "New" }, { "if-match": `"1"` });
  assertRefused(stale, 412, "precondition_failed");
  const { headers } = await owner.get(path);
  done(await owner.put(path, { title: "New" }, { "if-match": headers.get("etag")! }));

  // an assignee who left keeps what he has: only giving him work is refused
  await deactivate(db.database, engineer.userId);
  const same = { title: "Newer", assigned_to: engineer.userId };
  assertEquals(done(await owner.put(path, same)).assigned_to, engineer.userId);
});

Deno.test("updateTask() moves freely while open, and lets creator and managers reopen", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [creator, assignee] = [await as("office_staff"), await as("engineer")];
  const task = made(await creator.post("/tasks", { title: "T", assigned_to: assignee.userId }));
  const path = `/tasks/${task.id}`;
  for (const status of ["waiting", "in_progress", "new", "waiting"]) {
    assertEquals(done(await assignee.put(path, { status })).status, status);
  }
  const ended = done(await assignee.put(path, { status: "done", note: "paid in cash" }));
  assertEquals(ended.status, "completed");
  assertEquals(done(await assignee.put(path, { status: "completed" })).version, ended.version);
  assertRefused(await assignee.put(path, { status: "new" }), 403, "forbidden");
  const across = await creator.put(path, { status: "cancelled" });
  assertRefused(across, 409, "invalid_transition");
  assertEquals(across.body.allowed, ["new", "in_progress", "waiting"]);
  done(await creator.put(path, { status: "in_progress" }));
  done(await assignee.put(path, { status: "cancelled" }));
  for (const role of ["owner", "admin", "manager"] as const) {
    const above = await as(role);
    done(await above.put(path, { status: "new" }));
    done(await assignee.put(path, { status: "cancelled" }));
  }
  const moved = await creator.put(path, { status: "new", expected_status: "waiting" });
  assertRefused(moved, 409, "status_changed");
  assertEquals(moved.body.current_status, "cancelled");
  const noted = done(await creator.put(path, { note: "he will not pay" }));
  assertEquals(statuses(noted).slice(0, 6), [
    ["status", null, "new", null],
    ["status", "new", "waiting", null],
    ["status", "waiting", "in_progress", null],
    ["status", "in_progress", "new", null],
    ["status", "new", "waiting", null],
    ["status", "waiting", "completed", "paid in cash"],
  ]);
  assertEquals(statuses(noted).at(-1), ["note", null, null, "he will not pay"]);
});

Deno.test("commentOnTask() adds a comment that stays", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, engineer] = [await as("owner"), await as("engineer")];
  const task = made(await owner.post("/tasks", { title: "T", assigned_to: engineer.userId }));
  const answer = await engineer.post(`/tasks/${task.id}/comments`, { comment: " No one there. " });
  const comment = made(answer);
  assertEquals(answer.headers.get("location"), `/api/v1/tasks/${task.id}`);
  assertEquals([comment.comment, comment.created_by], ["No one there.", engineer.userId]);
  made(await owner.post(`/tasks/${task.id}/comments`, { comment: "Try again." }));
  const detail = done(await owner.get(`/tasks/${task.id}`));
  assertEquals(detail.comments[0], comment);
  assertEquals([detail.comments[1].comment, detail.version], ["Try again.", 3]);
  assertInvalid(await owner.post(`/tasks/${task.id}/comments`, { comment: " " }), "comment");
  assertRefused(await owner.post("/tasks/999999/comments", { comment: "x" }), 404, "not_found");
  for (
    const change of [sql`update task_comments set comment = 'x'`, sql`delete from task_comments`]
  ) {
    const refused = await db.database.query(change).then(() => "kept", (error) => error.code);
    assertEquals(refused, "23001");
  }
});

Deno.test("a task is within the reach of manager and above, of its assignee and of its creator", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [creator, assignee] = [await as("sales"), await as("store")];
  const task = made(await creator.post("/tasks", { title: "T", assigned_to: assignee.userId }));
  const path = `/tasks/${task.id}`;
  const reached: Record<Role, boolean> = {
    owner: true,
    admin: true,
    manager: true,
    accounts: false,
    sales: false,
    service_manager: false,
    engineer: false,
    store: false,
    office_staff: false,
  };
  for (const [role, within] of Object.entries(reached) as [Role, boolean][]) {
    const caller = await as(role);
    const expected = within ? 200 : 404;
    const answers = [
      await caller.get(path),
      await caller.put(path, { priority: "low" }),
      await caller.put(path, {}, { "if-match": within ? "*" : `"77"` }),
      await caller.post(`${path}/comments`, { comment: "x" }),
    ];
    assertEquals(
      answers.map(({ status }) => status === 201 ? 200 : status),
      [expected, expected, expected, expected],
      role,
    );
    made(await caller.post("/tasks", { title: role }));
    const listed = titles(await caller.get("/tasks"));
    assertEquals([listed[0], listed.includes("T")], [role, within], role);
  }
  for (const caller of [creator, assignee]) {
    assertEquals(titles(await caller.get("/tasks")), ["T"]);
    done(await caller.put(path, { department: "Both" }));
  }
  // who gives his work away sees that it went, and then no more of it
  const other = await as("engineer");
  assertEquals(
    done(await assignee.put(path, { assigned_to: other.userId })).assigned_to,
    other.userId,
  );
  assertRefused(await assignee.get(path), 404, "not_found");
  done(await other.get(path));
});

Deno.test("listTasks() filters, sorts and pages", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, engineer] = [await as("owner"), await as("engineer")];
  const day = (days: number) =>
    Temporal.PlainDate.from(actorWith("owner").today).add({ days }).toString();
  const customer = await insertCustomer(db.database);
  const about = { related_type: "customer", related_id: customer };
  const rows = [
    { title: "A", due_date: day(-1), priority: "low", department: "Office" },
    { title: "B", due_date: day(0), priority: "urgent", assigned_to: engineer.userId },
    { title: "C", due_date: day(1), assigned_to: owner.userId, ...about },
    { title: "D", due_date: day(-2), status: "completed", description: "50% done_already" },
    { title: "E", priority: "high" },
  ];
  for (const row of rows) made(await owner.post("/tasks", row));
  const list = async (query: string, caller = owner) => titles(await caller.get(`/tasks?${query}`));

  await t.step("filters", async () => {
    assertEquals(await list(""), ["E", "D", "C", "B", "A"]);
    assertEquals(await list("status=done"), ["D"]);
    assertEquals(await list("status=new,completed&sort=id"), ["A", "B", "C", "D", "E"]);
    assertEquals(await list("priority=urgent,high"), ["E", "B"]);
    assertEquals(await list("assigned_to=me"), ["C"]);
    assertEquals(await list("assigned_to=ME", engineer), ["B"]);
    assertEquals(await list(`assigned_to=${engineer.userId}`), ["B"]);
    assertEquals(await list("department=office"), ["A"]);
    assertEquals(await list("overdue=true"), ["A"]);
    assertEquals(await list("overdue=false"), ["E", "D", "C", "B"]);
    assertEquals(await list(`related_type=customer&related_id=${customer}`), ["C"]);
    assertEquals(await list(`from=${day(-1)}&to=${day(0)}`), ["B", "A"]);
    assertEquals(await list("search=50%25%20done_"), ["D"]);
    assertEquals(await list("search=test%20engineer"), ["B"]);
    assertInvalid(await owner.get("/tasks?assigned_to=you"), "assigned_to");
    assertInvalid(await owner.get("/tasks?status=open"), "status");
  });

  await t.step("sorts, pages and counts, in few statements", async () => {
    assertEquals(await list("sort=due_date"), ["D", "A", "B", "C", "E"]);
    assertEquals(await list("sort=-priority"), ["B", "E", "D", "C", "A"]);
    const before = db.database.statements.count;
    const first = await owner.get("/tasks?limit=2&sort=due_date&include_total=true");
    assertEquals(
      db.database.statements.count - before,
      2,
      "the session, and the page with its count",
    );
    assertEquals([titles(first), first.body.meta.total], [["D", "A"], 5]);
    assertEquals(
      await list(`limit=2&sort=due_date&cursor=${first.body.meta.next_cursor}`),
      ["B", "C"],
    );
  });
});

Deno.test("a task is overdue from its time on, or once its day is over, in business time", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const timed = made(
    await owner.post("/tasks", { title: "T", due_date: "2026-05-10", due_time: "09:30" }),
  );
  const whole = made(await owner.post("/tasks", { title: "W", due_date: "2026-05-10" }));
  const at = async (id: number, now: string, today: string) =>
    (await findTask(db.database, { ...actorWith("owner"), now, today }, id)).overdue;
  // Dhaka is six hours ahead of UTC
  assertEquals(await at(timed.id, "2026-05-10T03:30:00.000Z", "2026-05-10"), false);
  assertEquals(await at(timed.id, "2026-05-10T03:30:01.000Z", "2026-05-10"), true);
  assertEquals(await at(whole.id, "2026-05-10T17:59:59.999Z", "2026-05-10"), false);
  assertEquals(await at(whole.id, "2026-05-10T18:00:00.000Z", "2026-05-11"), true);
  done(await owner.put(`/tasks/${whole.id}`, { status: "cancelled" }));
  assertEquals(await at(whole.id, "2026-05-10T18:00:00.000Z", "2026-05-11"), false);
});

async function insertCustomer(db: Database): Promise<number> {
  const [{ id }] = await db.query<[{ id: number }]>(sql`
    insert into customers (reference_no, name) values ('CUS-T-1', 'Rahim Traders') returning id`);
  return id;
}
