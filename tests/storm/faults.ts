import sql, { raw } from "sql-template-tag";
import { wait } from "./link.ts";
import { run, type World } from "./world.ts";

/** Something that goes wrong, lasts, and is over when `strike` returns. */
export interface Fault {
  name: string;
  strike(world: World): Promise<void>;
  /** what the world must have for it */
  needs?: "disks" | "clock";
}

const LASTS_MS = 4_000;

/** For as long as a fault lasts, then whole again whatever happened meanwhile. */
async function meanwhile(begin: () => unknown, end: () => unknown): Promise<void> {
  try {
    await begin();
    await wait(LASTS_MS);
  } finally {
    await end();
  }
}

let turn = 0;
/** One of the two servers, the other one next time. */
const next = () => turn++ % 2;

async function endServer({ servers, start }: World, signal: Deno.Signal): Promise<void> {
  const at = next();
  await servers[at].stop(signal);
  await wait(500);
  await start(at);
}

/** As whoever looks after it would: until it answers. */
async function startDatabase({ postgres, direct }: World): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      await postgres.start();
    } catch {
      // it runs already, or those that the dead one left are not gone yet
    }
    try {
      return void await direct.query(sql`select 1`);
    } catch (error) {
      if (tries === 60) throw error;
      await wait(500);
    }
  }
}

async function postmaster({ postgres }: World): Promise<number> {
  return parseInt(await Deno.readTextFile(`${postgres.folder}/data/postmaster.pid`));
}

async function setting(world: World, line: string): Promise<void> {
  const client = await world.direct.checkOut();
  try {
    await client.query("set default_transaction_read_only = off");
    await client.query(`alter system ${line}`);
    await client.query("select pg_reload_conf()");
  } finally {
    client.release(true);
  }
}

/** Fills what is left of a disk. */
async function fill(disk: string): Promise<void> {
  await run("dd", "if=/dev/zero", `of=${disk}/filler`, "bs=64k");
}

const linked = (state: World["link"]["state"]) => ({ link }: World) =>
  meanwhile(() => link.state = state, () => link.state = "whole");

const clockAt = (offset: string): Fault["strike"] => ({ clock }) =>
  meanwhile(
    () => Deno.writeTextFile(clock!, offset),
    async () => {
      await Deno.writeTextFile(clock!, "+0");
      await wait(1_500); // it is read once a second
    },
  );

export const faults: Fault[] = [
  { name: "a server is killed", strike: (world) => endServer(world, "SIGKILL") },
  { name: "a server is told to end", strike: (world) => endServer(world, "SIGTERM") },
  {
    name: "the database crashes",
    async strike(world) {
      await world.postgres.stop("immediate");
      await wait(1_000);
      await startDatabase(world);
    },
  },
  {
    name: "the database is killed",
    async strike(world) {
      Deno.kill(await postmaster(world), "SIGKILL");
      await wait(1_000);
      await startDatabase(world);
    },
  },
  {
    name: "one of the database's processes is killed",
    async strike(world) {
      const [{ pid }] = await world.direct.query<[{ pid: number }]>(sql`
        select pid from pg_stat_activity where application_name = 'back-office'
        order by backend_start desc limit 1`);
      Deno.kill(pid, "SIGKILL"); // all others start anew then
      await startDatabase(world);
    },
  },
  {
    name: "the database's connections are ended",
    async strike({ direct }) {
      for (let times = 0; times < 4; times++) {
        await direct.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'back-office' and pid <> pg_backend_pid()`);
        await wait(LASTS_MS / 4);
      }
    },
  },
  { name: "the link is cut", strike: linked("cut") },
  { name: "the link is slow", strike: linked("slow") },
  { name: "the link stands still", strike: linked("stalled") },
  {
    name: "the disk stands still", // whoever writes to it waits for its answer
    async strike(world) {
      const pid = await postmaster(world);
      const all = async (signal: string) => {
        await run("pkill", `-${signal}`, "-P", String(pid));
        await run("kill", `-${signal}`, String(pid));
      };
      await meanwhile(() => all("STOP"), () => all("CONT"));
    },
  },
  {
    name: "the database takes no writes",
    strike: (world) =>
      meanwhile(
        () => setting(world, "set default_transaction_read_only = on"),
        () => setting(world, "reset default_transaction_read_only"),
      ),
  },
  {
    name: "the database's disk is full",
    needs: "disks",
    async strike(world) {
      const { database } = world.disks!;
      await meanwhile(() => fill(database), () => Deno.remove(`${database}/filler`));
      await startDatabase(world);
    },
  },
  {
    name: "the disk of files is full",
    needs: "disks",
    strike: ({ disks }) =>
      meanwhile(() => fill(disks!.files), () => Deno.remove(`${disks!.files}/filler`)),
  },
  { name: "the clock jumps an hour ahead", needs: "clock", strike: clockAt("+1h") },
  { name: "the clock jumps ten minutes back", needs: "clock", strike: clockAt("-10m") },
  { name: "the clock jumps two days ahead", needs: "clock", strike: clockAt("+2d") },
];

export function faultsOf(world: World, names: string[]): Fault[] {
  return faults.filter(({ name, needs }) =>
    (!needs || world[needs] !== undefined) &&
    (names.length === 0 || names.some((part) => name.includes(part)))
  );
}

/** How many rows of a table bear these words, by word. */
export async function counted(
  { direct }: World,
  table: string,
  column: string,
): Promise<Map<string, number>> {
  const rows = await direct.query<{ word: string; times: number }[]>(sql`
    select ${raw(column)} as word, count(*)::int as times from ${raw(table)}
    where ${raw(column)} like 'storm-%' group by 1`);
  return new Map(rows.map(({ word, times }) => [word, times]));
}
