import { promptSecret } from "@std/cli/prompt-secret";
import { UsageError } from "./command.ts";

/**
 * A new password, never from the argument list: from standard input with `--password-stdin`, else from
 * BACK_OFFICE_PASSWORD, else asked twice at the terminal without echo.
 */
export async function readNewPassword(fromStdin: boolean): Promise<string> {
  if (fromStdin) return firstLine(await new Response(Deno.stdin.readable).text());
  const fromEnvironment = Deno.env.get("BACK_OFFICE_PASSWORD");
  if (fromEnvironment) return fromEnvironment;
  if (!Deno.stdin.isTerminal()) {
    throw new UsageError(
      "No terminal to ask for the password: use --password-stdin or BACK_OFFICE_PASSWORD.",
    );
  }
  const password = promptSecret("Password (8 characters or more): ", { mask: "" }) ?? "";
  const again = promptSecret("The same again: ", { mask: "" }) ?? "";
  if (password !== again) throw new UsageError("The two passwords differ.");
  return password;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0];
}
