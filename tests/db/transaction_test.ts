import sql, { raw } from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import { assert, assertEquals, inTime, thrownBy } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import type { Tx } from "../../domain/db/connect.ts";

Deno.test("a signal ends a transaction, its statement in PostgreSQL too, and gives the client back", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const sleeping = async () => {
    const [{ count }] = await database.query<[{ count: number }]>(sql`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`);
    return count;
  };
  const until = async (wanted: number) => {
    for (let i = 0; i < 100 && await sleeping() !== wanted; i++) {
      await new Promise<void>((wake) => setTimeout(wake, 50));
    }
    return await sleeping();
  };
  const stop = new AbortController();
  let runs = 0;
  const sleeps = thrownBy(() =>
    inTransaction(database, (tx) => {
      runs++;
      return tx.query(sql`select pg_sleep(60)`);
    }, { signal: stop.signal })
  );
  assertEquals(await until(1), 1);
  const start = performance.now();
  stop.abort(new Error("hung up"));
  assertEquals([(await sleeps).message, runs], ["hung up", 1]);
  inTime(performance.now() - start, 500, "it is given up at once");
  assertEquals(database.pool().inUse, 0);
  assertEquals(await until(0), 0);
  const late = inTransaction(database, () => Promise.resolve(runs++), { signal: stop.signal });
  assertEquals([(await thrownBy(() => late)).message, runs], ["hung up", 1]);
});

Deno.test("inTransaction() keeps all or nothing", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  await database.query(sql`create table notes (id int primary key, round int)`);
  const notes = async () =>
    (await database.query<{ id: number }[]>(sql`select id from notes order by id`)).length;

  await t.step("commits what the body did", async () => {
    await inTransaction(database, (tx) => tx.query(sql`insert into notes values (1, 0)`));
    assertEquals(await notes(), 1);
  });

  await t.step("rolls back when the body throws, and on a dry run", async () => {
    await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await tx.query(sql`insert into notes values (2, 0)`);
        throw new Error("no");
      })
    );
    await inTransaction(database, (tx) => tx.query(sql`insert into notes values (3, 0)`), {
      dryRun: true,
    });
    assertEquals(await notes(), 1);
  });

  await t.step("does not report success when an error inside was swallowed", async () => {
    const error = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await tx.query(sql`insert into notes values (4, 0)`);
        await tx.query(sql`insert into notes values (1, 0)`).catch(() => {});
      })
    );
    assert(/rolled back/.test(error.message));
    assertEquals(await notes(), 1);
  });

  const twice = (tx: Tx) =>
    tx.later(
      tx.query(sql`insert into notes values (1, 0)`).catch(() => {
        throw new Error("it is there already");
      }),
    );
  const round = (tx: Tx, id: number) =>
    tx.later(tx.query(sql`insert into notes values (${id}, 0)`));

  await t.step(
    "what a write that was not waited for throws, the next statement throws",
    async () => {
      let reached = false;
      const error = await thrownBy(() =>
        inTransaction(database, async (tx) => {
          await round(tx, 20);
          await twice(tx);
          await round(tx, 21);
          await tx.query(sql`select 1`);
          reached = true;
        })
      );
      assertEquals([error.message, reached, await notes()], ["it is there already", false, 1]);
    },
  );

  await t.step("or the commit, which then keeps nothing", async () => {
    const error = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await round(tx, 20);
        await twice(tx);
        await round(tx, 21);
      })
    );
    assertEquals([error.message, await notes()], ["it is there already", 1]);
    // one that was thrown and swallowed is no success either
    const swallowed = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await twice(tx);
        await tx.query(sql`select 1`).catch(() => {});
      })
    );
    assertEquals([swallowed.message, await notes()], ["it is there already", 1]);
  });

  await t.step("writes that are not waited for are kept in their order", async () => {
    await inTransaction(database, async (tx) => {
      await round(tx, 30);
      await tx.later(tx.query(sql`update notes set round = 1 where id = 30`));
      const [seen] = await tx.query<[{ round: number }]>(
        sql`select round from notes where id = 30`,
      );
      assertEquals(seen.round, 1);
      await tx.later(tx.query(sql`update notes set round = round + 1 where id = 30`));
    });
    const [kept] = await database.query<[{ round: number }]>(
      sql`select round from notes where id = 30`,
    );
    assertEquals(kept.round, 2);
    await inTransaction(database, (tx) => tx.query(sql`delete from notes where id = 30`));
  });

  await t.step("refuses queries after the end", async () => {
    let kept: Tx | undefined;
    await inTransaction(database, (tx) => Promise.resolve(kept = tx));
    assert(/has ended/.test((await thrownBy(() => kept!.query(sql`select 1`))).message));
  });

  await t.step("runs the whole body again after a deadlock", async () => {
    await inTransaction(database, (tx) => tx.query(sql`insert into notes values (10, 0), (11, 0)`));
    const runs = { first: 0, second: 0 };
    const { promise: bothHold, resolve: secondHolds } = Promise.withResolvers<void>();
    const update = (tx: Tx, id: number) =>
      tx.query(sql`update notes set round = round + 1 where id = ${id}`);
    // Whoever is told to begin again waits for the other: at once he could take the row that the
    // other has just been woken for, and the two would hold each other up once more.
    const first: Promise<void> = inTransaction(database, async (tx) => {
      if (++runs.first > 1) await second;
      await update(tx, 10);
      await bothHold;
      await update(tx, 11);
    });
    const second: Promise<void> = inTransaction(database, async (tx) => {
      if (++runs.second > 1) await first;
      await update(tx, 11);
      secondHolds();
      if (runs.second === 1) await untilBlocked(database);
      await update(tx, 10);
    });
    await Promise.all([first, second]);
    const rounds = await database.query<{ round: number }[]>(
      sql`select round from notes where id >= 10`,
    );
    assertEquals(rounds.map((row) => row.round), [2, 2]);
    assertEquals(runs.first + runs.second, 3);
  });
});

Deno.test("a database that takes no writes is away for whoever writes, and says why in the log", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const pidOf = async () => {
    const [{ pid }] = await inTransaction(
      database,
      (tx) => tx.query<[{ pid: number }]>(sql`select pg_backend_pid() as pid`),
    );
    return pid;
  };
  await database.query(sql`create table notes (id int, round int)`);
  for (const code of ["25006", "53100", "53200", "58030"]) {
    const before = await pidOf();
    const refusal = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        if (code === "25006") await tx.query(sql`set transaction read only`);
        await tx.query(code === "25006" ? sql`insert into notes values (1, 1)` : raise(code));
      })
    ) as Refusal;
    assertEquals([refusal.code, refusal.kind, refusal.details.retryAfterSeconds], [
      "database_unavailable",
      "unavailable",
      5,
    ]);
    assertEquals((refusal.cause as { code: string }).code, code);
    assert(
      await pidOf() !== before,
      "its connection is not used again: another host may take them",
    );
  }
  assertEquals(await database.query(sql`select 1 from notes`), []);
});

Deno.test("what failed first is thrown, however late it is awaited", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const failing = (tx: Tx, code: string) =>
    tx.query(raise(code)).catch(async (error) => {
      await tx.query(sql`select 1`).catch(() => {}); // behind the statement that was sent beside it
      throw error;
    });
  let runs = 0;
  const refusal = await thrownBy(() =>
    inTransaction(database, async (tx) => {
      runs++;
      await Promise.all([failing(tx, "25006"), tx.query(sql`select 2`)]);
    })
  ) as Refusal;
  assertEquals([refusal.code, runs], ["database_unavailable", 1]);

  runs = 0;
  await inTransaction(database, async (tx) => {
    if (++runs > 1) return;
    await Promise.all([failing(tx, "40P01"), tx.query(sql`select 2`)]);
  });
  assertEquals(runs, 2, "what met another transaction is run again");
});

Deno.test("a transaction's last read takes the commit along", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  await database.query(sql`create table notes (id int primary key, of int)`);
  const notes = async () =>
    (await database.query<{ id: number }[]>(sql`select id from notes order by id`)).map(({ id }) =>
      id
    );

  await t.step("which nothing follows", async () => {
    const error = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await tx.later(tx.query(sql`insert into notes values (1)`));
        assertEquals(await tx.readAndEnd().query(sql`select id from notes`), [{ id: 1 }]);
        assertEquals(await notes(), [1], "seen by others before the body has ended");
        await tx.query(sql`insert into notes values (2)`);
      })
    );
    assert(/has ended/.test(error.message));
    assertEquals(await notes(), [1]);
  });

  await t.step("and nothing is kept where it, or what was sent before it, fails", async () => {
    const dividing = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await tx.later(tx.query(sql`insert into notes values (3)`));
        return await tx.readAndEnd().query(sql`select 1 / (select count(*) - 2 from notes)`);
      })
    );
    assert(/division by zero/.test(dividing.message));
    const twice = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await tx.later(tx.query(sql`insert into notes values (4)`));
        await tx.later(tx.query(sql`insert into notes values (1)`));
        return await tx.readAndEnd().query(sql`select 1`);
      })
    );
    assert(/duplicate key/.test(twice.message));
    assertEquals(await notes(), [1]);
  });

  await t.step("or on a dry run", async () => {
    const read = await inTransaction(database, async (tx) => {
      await tx.later(tx.query(sql`insert into notes values (3)`));
      return await tx.readAndEnd().query(sql`select id from notes where id = 3`);
    }, { dryRun: true });
    assertEquals([read, await notes()], [[{ id: 3 }], [1]]);
  });

  await t.step("or the commit itself does", async () => {
    await database.query(sql`
      alter table notes add constraint known foreign key (of) references notes deferrable initially deferred`);
    const error = await thrownBy(() =>
      inTransaction(database, async (tx) => {
        await tx.later(tx.query(sql`insert into notes values (5, 6)`));
        return await tx.readAndEnd().query(sql`select 1`);
      })
    );
    assert(/violates foreign key/.test(error.message));
    assertEquals(await notes(), [1]);
    assertEquals(database.pool().inUse, 0);
  });

  await t.step("and where two meet it is run again", async () => {
    let runs = 0;
    const read = await inTransaction(database, async (tx) => {
      await tx.later(tx.query(sql`insert into notes values (7)`));
      if (++runs === 1) await tx.later(tx.query(sql`${raise("40001")}`));
      return await tx.readAndEnd().query(sql`select id from notes where id = 7`);
    });
    assertEquals([read, runs, await notes()], [[{ id: 7 }], 2, [1, 7]]);
  });

  await t.step(
    "nobody says what became of it when the connection breaks, and it is run once",
    async () => {
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      const { promise: holding, resolve: holds } = Promise.withResolvers<void>();
      const other = inTransaction(database, async (tx) => {
        await tx.query(sql`lock table notes`);
        holds();
        await held;
      });
      await holding;
      let runs = 0;
      const broken = thrownBy(() =>
        inTransaction(database, async (tx) => {
          runs++;
          return await tx.readAndEnd().query(sql`select count(*) from notes`);
        })
      );
      await untilBlocked(database);
      await database.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
      const { code } = await broken as Refusal;
      letGo();
      await other;
      assertEquals([code, runs, await notes()], ["outcome_unknown", 1, [1, 7]]);
    },
  );
});

const raise = (code: string) =>
  raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`);

Deno.test("a killed backend never leaves a row of its transaction behind", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  await database.query(sql`create table marks (round int, step int)`);
  const committed = new Set<number>();
  const unknown = new Set<number>();
  let kills = 0;
  let slowest = 0;

  /** Three inserts; the backend is killed before `killAtStep` on the first `kill` runs, 3: at the commit. */
  async function round(number: number, killAtStep: number, killRuns: number): Promise<void> {
    const start = performance.now();
    let runs = 0;
    try {
      await inTransaction(database, async (tx) => {
        const doomed = runs++ < killRuns;
        const [{ pid }] = await tx.query<[{ pid: number }]>(sql`select pg_backend_pid() as pid`);
        for (let step = 0; step < 3; step++) {
          if (doomed && step === killAtStep) await kill(pid);
          await tx.query(sql`insert into marks values (${number}, ${step})`);
        }
        if (doomed && killAtStep === 3) void kill(pid);
      });
      committed.add(number);
    } catch (error) {
      assert(error instanceof Refusal && error.kind === "unavailable", String(error));
      if (error.code === "outcome_unknown") unknown.add(number);
    }
    slowest = Math.max(slowest, performance.now() - start);
  }

  async function kill(pid: number): Promise<void> {
    kills++;
    await database.query(sql`select pg_terminate_backend(${pid}::int)`);
  }

  for (let batch = 0; batch < 40; batch++) {
    const always = [0, 1, 2, 3].map((step) => round(batch * 6 + step, step, Infinity));
    const once = [1, 2].map((step) => round(batch * 6 + 3 + step, step, 1));
    await Promise.all([...always, ...once]);
  }
  const found = await database.query<{ round: number; steps: number }[]>(
    sql`select round, count(*) as steps from marks group by round`,
  );
  assert(kills >= 200, `only ${kills} kills`);
  assert(found.every((row) => row.steps === 3), "a transaction was kept in part");
  const present = new Set(found.map((row) => row.round));
  assertEquals([...committed].filter((number) => !present.has(number)), []);
  assertEquals([...present].filter((number) => !committed.has(number) && !unknown.has(number)), []);
  assert(
    [...present].every((number) => number % 6 >= 3),
    "a transaction killed on every run is there",
  );
  assert(
    [4, 5].every((kind) => [...committed].some((number) => number % 6 === kind)),
    "a rerun never won",
  );
  inTime(slowest, 10_000, "the slowest request");
});
