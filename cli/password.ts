import { promptSecret } from "@std/cli/prompt-secret";
import { UsageError } from "./command.ts";

/**
 * A new password, never from the argument list: from standard input with `--password-stdin`, else from
 * BACK_OFFICE_PASSWORD, else asked twice at the terminal without echo.
 */
export async function readNewPassword(fromStdin: boolean): Promise<string> {
  const given = await givenPassword(fromStdin);
  if (given !== undefined) return given;
  if (Deno.stdin.isTerminal()) return askTwice();
  throw new UsageError(
    "No terminal to ask for the password: use --password-stdin or BACK_OFFICE_PASSWORD.",
  );
}

/** The same, but where nobody gives one it is left to be generated. */
export async function readPasswordIfGiven(fromStdin: boolean): Promise<string | undefined> {
  const given = await givenPassword(fromStdin);
  if (given !== undefined) return given;
  return Deno.stdin.isTerminal()
    ? askTwice("leave empty to have one made up") || undefined
    : undefined;
}

async function givenPassword(fromStdin: boolean): Promise<string | undefined> {
  if (fromStdin) return firstLine(await new Response(Deno.stdin.readable).text());
  return Deno.env.get("BACK_OFFICE_PASSWORD") || undefined;
}

function askTwice(hint = "8 characters or more"): string {
  const password = promptSecret(`Password (${hint}): `, { mask: "" }) ?? "";
  if (password === "") return password;
  const again = promptSecret("The same again: ", { mask: "" }) ?? "";
  if (password !== again) throw new UsageError("The two passwords differ.");
  return password;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0];
}
