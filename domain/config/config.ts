import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ifMissing } from "../files/folder.ts";
import { writeNew } from "../files/write_new.ts";
import { hostKinds, socketsOf, wantedBy } from "./database_url.ts";
import { USUAL_STATE_DIR } from "./state_dir.ts";

const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres://").refine(
  (url) => [null, ...hostKinds].some((kind) => kind === wantedBy(url)),
  `says a target_session_attrs that is none of ${hostKinds.join(", ")}`,
).superRefine((url, context) => {
  for (const path of socketsOf(url).filter((path) => !mayEnter(path))) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const message = `names a socket that Deno may not open: add --allow-read=${folder} and ` +
      `--allow-write=${folder}, or name the host instead`;
    context.addIssue({ code: "custom", message });
  }
});

/** What Deno asks of who opens a socket. Refused, its own error would not get through the driver. */
function mayEnter(path: string): boolean {
  return (["read", "write"] as const)
    .every((name) => Deno.permissions.querySync({ name, path }).state === "granted");
}

/** Every setting the service reads from its environment, in one place. */
export const configSchema = z.object({
  DATABASE_URL: databaseUrl.optional(),
  /** a replica of the one at DATABASE_URL, for lists and reports */
  DATABASE_READ_URL: databaseUrl.optional(),
  DATA_DIR: z.string().default(".data"),
  /** as root: PostgreSQL's programs and database, where its account cannot enter ours; read there */
  STATE_DIR: z.string().default(USUAL_STATE_DIR),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number("must be a number").int().min(0).max(65535).default(8000),
  /** https for the phones of the house, with an authority of its own; `deno task start -- --lan` too */
  LAN: z.stringbool({ error: "must be yes or no" }).default(false),
  LAN_PORT: z.coerce.number("must be a number").int().min(0).max(65535).default(8443),
  /** `tailscale`, or the name that Cloudflare leads here; `deno task start -- --share[=NAME]` too */
  SHARE: z.string().toLowerCase()
    .regex(/^(no|tailscale|([a-z0-9-]+\.)+[a-z]+)$/, "must be no, tailscale or a host's name")
    .default("no"),
  /** several servers on one port, each taking its part of the connections; Linux only */
  SHARE_PORT: z.stringbool({ error: "must be yes or no" }).default(false),
  JWT_SECRET: z.string().optional(),
  /** the secret before, still accepted while its tokens live */
  JWT_SECRET_PREVIOUS: z.string().optional(),
  /** what signs the end of the audit log; on the embedded database one is made and kept in DATA_DIR */
  AUDIT_KEY: z.string().optional(),
  /** the key before, or the secret of tokens that signed before there was one; until the next row is sealed */
  AUDIT_KEY_PREVIOUS: z.string().optional(),
  /** bcrypt's: each step more doubles the time of a login, a fifth of a second at 12 */
  PASSWORD_COST: z.coerce.number("must be a number").int().min(10).max(14).default(12),
  TRUSTED_PROXIES: z.string().default("").transform((list) =>
    list.split(",").map((s) => s.trim()).filter(Boolean)
  ),
  PUBLIC_URL: z.url("must be a URL").optional(),
  CORS_ORIGINS: z.string().default("").transform((list) =>
    list.split(",").map((s) => s.trim()).filter(Boolean)
  ),
  /** where changes may be sent: public addresses by https, private ones and http too, or nowhere */
  WEBHOOKS: z.enum(["public", "private", "off"], "must be public, private or off")
    .default("public"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error")
    .default("info"),
  /** seconds between /readyz saying no and the listener closing, for a balancer to notice */
  DRAIN_DELAY: z.coerce.number("must be a number of seconds").min(0).max(60).default(0),
  /** of the key that encrypts backups; left out, one in DATA_DIR signs them */
  BACKUP_KEY_FILE: z.string().optional(),
  DB_POOL: z.coerce.number("must be a number").int().min(1).max(200).default(10),
  /** uploaded files, and files on their way in; default: `uploads` in DATA_DIR */
  UPLOAD_DIR: z.string().optional(),
  /** of one file */
  UPLOAD_MAX_BYTES: bytes(10 * 1024 * 1024),
  /** of one user in a day */
  UPLOAD_QUOTA_BYTES: bytes(500 * 1024 * 1024),
  UPLOAD_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be a URL" }).optional(),
  UPLOAD_S3_BUCKET: z.string().optional(),
  UPLOAD_S3_REGION: z.string().default("us-east-1"),
  UPLOAD_S3_ACCESS_KEY_ID: z.string().optional(),
  UPLOAD_S3_SECRET_ACCESS_KEY: z.string().optional(),
});

function bytes(usual: number) {
  return z.coerce.number("must be a number of bytes").int().min(1).default(usual);
}

/** Set all of them for a bucket; set none and uploaded files stay on this machine. */
const s3Settings = [
  "UPLOAD_S3_ENDPOINT",
  "UPLOAD_S3_BUCKET",
  "UPLOAD_S3_ACCESS_KEY_ID",
  "UPLOAD_S3_SECRET_ACCESS_KEY",
];

export type Config = z.output<typeof configSchema>;

/** A setting that cannot be used; every problem at once, for exit code 2. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
  }
}

export type Environment = (name: string) => string | undefined;

/** @throws ConfigError naming each variable and what it must be */
export function readConfig(env: Environment = (name) => Deno.env.get(name)): Config {
  const { given, problems } = readGiven(env);
  const result = configSchema.safeParse(given);
  if (!result.success) {
    problems.push(
      ...result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`),
    );
  }
  if (given.CORS_ORIGINS?.includes("*")) problems.push("CORS_ORIGINS must name origins, not *");
  if (given.DATABASE_URL && !given.JWT_SECRET && !env("JWT_SECRET_FILE")) {
    problems.push("JWT_SECRET must be set when DATABASE_URL is: 32 random bytes or more");
  }
  if (given.PUBLIC_URL && given.SHARE && given.SHARE !== "no") {
    problems.push(
      "PUBLIC_URL and SHARE are both set: the tunnel has an address of its own, keep one",
    );
  }
  if (given.DATABASE_READ_URL && !given.DATABASE_URL) {
    problems.push("DATABASE_READ_URL needs DATABASE_URL, the database that it is a replica of");
  }
  const missing = s3Settings.filter((name) => !given[name]);
  if (missing.length > 0 && missing.length < s3Settings.length) {
    problems.push(`${missing.join(", ")} must be set too, for files in an S3 bucket`);
  }
  if (problems.length > 0 || !result.success) throw new ConfigError(problems);
  return result.data;
}

/** Settings that may stand in a file named by `…_FILE`, as containers and systemd hand over secrets. */
export const secretSettings = [
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "JWT_SECRET",
  "JWT_SECRET_PREVIOUS",
  "AUDIT_KEY",
  "AUDIT_KEY_PREVIOUS",
  "UPLOAD_S3_SECRET_ACCESS_KEY",
];

/** What was set, from the environment or from the file that `…_FILE` names; a blank one is not set. */
export function readGiven(env: Environment) {
  const given: Record<string, string | undefined> = {};
  const problems: string[] = [];
  for (const name of Object.keys(configSchema.shape)) {
    given[name] = env(name) || undefined;
    const path = secretSettings.includes(name) ? env(`${name}_FILE`) : undefined;
    if (!path) continue;
    if (given[name]) problems.push(`${name} and ${name}_FILE are both set: keep one of them`);
    try {
      given[name] ??= Deno.readTextFileSync(path).trim() || undefined;
      if (!given[name]) problems.push(`${name}_FILE names ${path}, which is empty`);
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
    }
  }
  return { given, problems };
}

/**
 * The secrets that sign and check tokens. On the embedded database one is made once and kept in the
 * data folder, readable by its owner only.
 */
export async function tokenSecrets(config: Config): Promise<string[]> {
  const previous = config.JWT_SECRET_PREVIOUS ? [config.JWT_SECRET_PREVIOUS] : [];
  if (config.JWT_SECRET) return [config.JWT_SECRET, ...previous];
  return [await keptSecret(`${config.DATA_DIR}/jwt_secret`), ...previous];
}

/** The secret in a file of the data folder, made of so many random bytes at the first call. */
export async function keptSecret(path: string, bytes = 48): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  // Written whole under another name and then linked, so that two first starts agree on one secret.
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    await writeNew(draft, randomBytes(bytes).toString("base64url"));
    await Deno.link(draft, path);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  } finally {
    await Deno.remove(draft).catch(ifMissing); // of a full disk it may not have come to be
  }
  return await Deno.readTextFile(path);
}
