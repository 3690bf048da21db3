import { readConfig } from "../domain/config/config.ts";
import { migrate } from "../domain/db/migrate.ts";
import { openDatabase } from "../domain/db/open.ts";
import { findActor, systemActor } from "../domain/staff/find_actor.ts";
import { type BareContext, type Command, type Outcome, UsageError } from "./command.ts";
import { remoteSource, remoteUrl } from "./remote.ts";
import { localSource } from "./source.ts";

/** Makes ready what the command needs, runs it and puts everything away again. */
export async function runCommand(
  command: Command,
  args: string[],
  options: BareContext["options"],
): Promise<Outcome> {
  const watching = Deno.stderr.isTerminal() && options.json === undefined &&
    options.quiet === undefined;
  const bare = { args, options, progress: watching ? drawProgress : undefined };
  if (command.needs === "nothing") return await command.run(bare);
  const url = remoteUrl();
  if (url !== undefined) {
    if (command.needs === "records") {
      return await command.run({ ...bare, source: await remoteSource(url, options.as) });
    }
    throw new UsageError(
      `${command.name} works on the machine of the books only: BACK_OFFICE_URL is set, and list, show and report are all that goes there.`,
    );
  }
  const config = readConfig();
  if (command.needs === "settings") return await command.run({ ...bare, config });
  const { database, close } = await openDatabase(config);
  try {
    if (command.needs === "database") return await command.run({ ...bare, config, database });
    await migrate(database);
    const actor = command.needsActor === false
      ? systemActor()
      : await findActor(database, options.as);
    if (command.needs === "records") {
      return await command.run({ ...bare, source: localSource(database, actor) });
    }
    return await command.run({ ...bare, config, database, actor });
  } finally {
    await close();
  }
}

let lastDrawn = 0;
function drawProgress(line: string): void {
  const now = performance.now();
  if (now - lastDrawn < 100 && !line.endsWith("\n")) return;
  lastDrawn = now;
  Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[2K${line}`));
}
