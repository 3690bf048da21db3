/** A promise about security: what holds it, or why it is not given (whole). */
export interface Promised {
  id: string;
  holds: string;
  /** file below tests/ :: words of a test or step in it */
  tests: string[];
  /** what of it is not so, and why */
  but?: string;
}

/** The checklist that SECURITY.md is printed from; `security_test.ts` finds every test it names. */
export const chapters: Record<string, Promised[]> = {
  "Passwords": [
    promise(
      "S1",
      "Kept as bcrypt of cost 12, worked out beside the requests; a weaker hash is made anew at login",
      [
        "cli/db_and_config_test.ts :: a password costs 12 if nothing else is said",
        "staff/log_in_test.ts :: a hash made with less work is made anew",
      ],
    ),
    promise("S2", "More than 72 bytes is refused, not cut", [
      "staff/log_in_test.ts :: a password that goes on after byte 72 is another password",
    ]),
    promise(
      "S3",
      "No rules of composition; the three thousand most common ones, the person's and the firm's names are refused",
      [
        "staff/users_test.ts :: a way to log in, a role and a fair password are required",
        "staff/users_test.ts :: three thousand common passwords are known",
      ],
    ),
    promise(
      "S4",
      "Changing one's own takes the current one, and wrong ones count as failed logins",
      [
        "staff/change_password_test.ts :: wrong current passwords fill the same count as failed logins",
      ],
    ),
    promise(
      "S5",
      "While a given password is due for a change nothing else works; a generated one ends after a week",
      [
        "staff/change_password_test.ts :: while a password is due only me, change-password, refresh and logout work",
        "staff/change_password_test.ts :: a generated password opens nothing after seven days",
      ],
    ),
    promise("S6", "Unknown user, wrong password, inactive user: one answer, in the same time", [
      "staff/log_in_test.ts :: unknown, wrong password and inactive get the same answer",
      "staff/log_in_test.ts :: login takes as long for an unknown user as for a wrong password",
    ]),
    promise(
      "S7",
      "Guesses wait by account and by address, longer each time, counted in the database",
      [
        "staff/throttle_test.ts :: 50 guesses at once count one by one",
        "staff/throttle_test.ts :: where a user is known his password is not guessed without end",
        "staff/throttle_test.ts :: 50 failures from one address close it, 15 minutes open it",
      ],
    ),
    promise(
      "S8",
      "Hashing never takes the last core; who finds the queue full is told to come back",
      [
        "staff/log_in_test.ts :: login",
      ],
      "that others' reads stay quick beside it is measured by bench/limits.ts, not held by a test",
    ),
    promise(
      "S9",
      "The first owner is made once, and from another machine with a printed code only",
      [
        "staff/setup_owner_test.ts :: setup-owner called 50 times at once makes one owner",
        "staff/setup_owner_test.ts :: setup-owner from another machine takes what the start has printed",
      ],
    ),
  ],
  "Tokens and sessions": [
    promise("S10", "A token of another algorithm, form or type is refused", [
      "staff/tokens_test.ts :: an access token is ours or is refused",
    ]),
    promise("S11", "So is one without an end, of another time, issuer or audience", [
      "staff/tokens_test.ts :: an access token is ours or is refused",
      "staff/tokens_test.ts :: a token that was good is refused when its time is over",
    ]),
    promise("S12", "Keys are those of the settings; what a token says of keys is not looked at", [
      "staff/tokens_test.ts :: an access token is ours or is refused",
    ]),
    promise(
      "S13",
      "A short or monotonous secret does not start the service; two live while one is replaced",
      [
        "staff/tokens_test.ts :: tokenKeys() takes only secrets that are hard to guess",
        "staff/tokens_test.ts :: readAccessToken() accepts the former key while a secret is being replaced",
      ],
    ),
    promise(
      "S14",
      "Session and role are read at every request: what is taken away is gone with the next one",
      [
        "staff/sessions_test.ts :: everybody sees and ends his own, and nobody else's",
        "staff/users_test.ts :: reset-password",
      ],
    ),
    promise(
      "S15",
      "Access tokens live 12 hours, sessions a year; a new password ends the copies of the old session",
      [
        "staff/tokens_test.ts :: the claims are those of the rules, for 12 hours",
        "staff/change_password_test.ts :: a refresh with the new tokens ends the copy too",
      ],
    ),
    promise("S16", "A token comes in one Authorization header and nowhere else", [
      "api/wire_test.ts :: tokens: only in the Authorization header, once, as Bearer",
    ]),
  ],
  "Who may do what": [
    promise(
      "S17",
      "A route without a permission does not compile, and none is missing from the table",
      [
        "api/access_test.ts :: every route of the service stands in the access table, and nothing else does",
      ],
    ),
    promise("S18", "Every role against every route", [
      "api/access_test.ts :: the access table holds cell by cell",
    ]),
    promise("S19", "What is out of reach does not exist: records, files, links", [
      "records/links_test.ts :: a link does not tell whether a record is there that one may not read",
      "uploads/related_test.ts :: files belong to records, and records show them",
    ]),
    promise("S20", "What a role may not see is not read from the database for it", [
      "records/every_record_test.ts :: what a role may not see of a record never leaves the database",
      "records/writes_by_role_test.ts :: no write answers what its record does not show who wrote it",
      "records/files_by_role_test.ts :: no file has a column or a figure that its reader may not see",
      "records/conflicts_by_role_test.ts :: no conflict tells what its reader may not see",
    ]),
    promise(
      "S21",
      "Fields that are not entered are named and ignored; hidden ones are not overwritten",
      [
        "staff/users_test.ts :: with a password: no change is due",
        "records/links_test.ts :: what one does not see one does not overwrite",
      ],
    ),
    promise("S22", "Owners are an owner's matter, and the last one stays", [
      "staff/users_test.ts :: who may do what with users",
      "staff/last_owner_test.ts :: the last active owner stays one",
    ]),
    promise(
      "S23",
      "A receipt takes two people; prices, stock by hand and voids have limits, and a second person approves what is beyond",
      [
        "imports/second_person_test.ts :: isOneHand() lets no one person approve a receipt under two names",
        "settings/limits_test.ts :: sales go below the selling price as far as the settings say",
        "approvals/requests_test.ts :: nobody approves his own, nor under a second name",
        "approvals/requests_test.ts :: two who approve at the same moment leave one write: the second waits for the first",
      ],
      "who may exceed limits does it himself too, unless he asks",
    ),
    promise("S24", "A status moves as its record allows, and tells what is allowed", [
      "api/status_test.ts :: every change of status accepts expected_status",
    ]),
  ],
  "What is sent": [
    promise("S25", "Bodies: JSON in UTF-8, at most 1 MiB, in time", [
      "api/wire_test.ts :: bodies: 400 malformed, 413 too large, 415 not JSON",
      "api/slow_body_test.ts :: a body that drips is given up",
    ]),
    promise("S26", "At most 32 levels, 100,000 values, no key twice", [
      "api/json_body_test.ts :: readJsonBody() refuses what is no JSON object of ours",
      "api/json_body_test.ts :: readJsonBody() takes 32 levels and treats __proto__ as a plain name",
    ]),
    promise(
      "S27",
      "NUL, half characters, endless numbers and days that are none are refused or kept exactly",
      [
        "api/bodies_test.ts :: bodies are read to the letter",
        "api/fuzz_test.ts :: nothing anyone sends is answered with a 5xx",
      ],
    ),
    promise("S28", "SQL is written by us only, values apart from it", [
      "house_test.ts :: only domain/db/ touches the driver, only domain/ writes SQL",
      "api/fuzz_test.ts :: nothing anyone sends is answered with a 5xx",
    ], "sqlmap is not run"),
    promise(
      "S29",
      "Wildcards in a search are letters, and a search of a long list reads few rows",
      [
        "records/look_up_test.ts :: a search reads few rows of a long list, whether what it looks for is rare or not",
      ],
    ),
    promise("S30", "An id that is none is 404", [
      "api/wire_test.ts :: unknown paths and ids that are no integer are 404",
    ]),
    promise(
      "S31",
      "Connections that are cut, odd or endless raise no error",
      [
        "stories/cut_connections_test.ts :: a storm of cut connections raises no error line and no 500",
      ],
      "Deno answers HTTP/1.1 without a Host, and keeps a request whose head never ends: a proxy ends those",
    ),
    promise("S32", "The caller's address is believed from trusted proxies only", [
      "staff/throttle_test.ts :: a spoofed X-Forwarded-For does not hide the address",
    ]),
  ],
  "Files": [
    promise(
      "S33",
      "A file is what its bytes are; scripts, programs and other files in it are refused",
      [
        "uploads/hostile_test.ts :: POST /uploads refuses hostile files and keeps nothing of them",
      ],
      "an encrypted PDF cannot be looked into; it is sent as an attachment only",
    ),
    promise(
      "S34",
      "Streamed to the disk and cut at the limit; a quota a day; nothing stays of what breaks off",
      [
        "uploads/uploads_test.ts :: POST /uploads leaves nothing of an upload that breaks off",
        "uploads/uploads_test.ts :: POST /uploads stops at the day's quota of a user",
      ],
    ),
    promise(
      "S35",
      "Pictures of too many points are refused before they are decoded, what trails is cut off",
      [
        "uploads/hostile_test.ts :: POST /uploads keeps the picture or document and nothing that came along",
      ],
    ),
    promise("S36", "Stored under a random name, for the service's account only", [
      "uploads/uploads_test.ts :: POST /uploads keeps each of the four types as what it is",
    ]),
    promise("S37", "Sent as an attachment that runs nowhere", [
      "uploads/uploads_test.ts :: GET /uploads/:id sends the file so that nothing in it runs",
    ]),
    promise("S38", "Forms that break the rules are 400; lost files are found both ways", [
      "uploads/hostile_test.ts :: POST /uploads refuses hostile files and keeps nothing of them",
      "uploads/uploads_test.ts :: sweepUploads() finds files without a row and rows without a file",
    ], "no virus scanner is called"),
  ],
  "What is answered": [
    promise("S39", "Text that a spreadsheet would run is disarmed", [
      "files/write_csv_test.ts :: csvLine() disarms text that a spreadsheet would run",
    ]),
    promise("S40", "Other origins are those of the settings, never all", [
      "api/headers_test.ts :: an allowed origin may read what the conventions promise in headers",
    ]),
    promise("S41", "Every answer carries the headers that keep it from being misread", [
      "api/wire_test.ts :: every answer carries the security headers",
    ]),
    promise("S42", "The pages run our scripts only, and show text as text", [
      "web/pages_test.ts :: carries strict headers, answers HEAD, 304 and 405",
      "web/every_screen_test.ts :: pwned",
    ]),
    promise("S43", "Errors are JSON with a charset", [
      "api/headers_test.ts :: every JSON names its charset",
    ]),
  ],
  "What is kept": [
    promise("S44", "No password or token in logs, errors, audit or kept answers", [
      "staff/secrets_test.ts :: no password and no token is left lying about",
      "stories/secrets_test.ts :: no secret is left in arguments, output, log or database, whatever goes wrong",
    ]),
    promise("S45", "A log line is one JSON object; what steers a terminal is disarmed", [
      "cli/terminal_words_test.ts :: table() puts numbers right and disarms what would steer a terminal",
    ]),
    promise("S46", "Logins, changes, exports, postings and reversals stand in the audit log", [
      "staff/log_in_test.ts :: success and failure are in the audit, without what was typed",
      "api/exports_test.ts :: who takes a list away as a file stands in the audit log",
      "audit/every_action_test.ts :: every action of the audit log is left by a deed that a test does",
    ]),
    promise("S47", "The log only grows, and every tampering shows", [
      "audit/audit_test.ts :: audit rows and seals cannot be changed by the service itself",
      "audit/verify_audit_test.ts :: verifyAudit() shows a cut tail, also when its seals went with it",
      "audit/audit_keys_test.ts :: who knows the secret of tokens cannot sign for the audit log",
    ]),
    promise("S48", "A bug answers its request id and no more, and keeps nothing half", [
      "db/transaction_test.ts :: inTransaction() keeps all or nothing",
      "api/metrics_test.ts :: GET /metrics counts bugs and transactions under way",
    ]),
    promise(
      "S49",
      "Ledgers only append, held by triggers and by the rights of the roles that serve",
      [
        "audit/audit_test.ts :: audit rows and seals cannot be changed by the service itself",
        "db/roles_test.ts :: who serves adds to ledgers, and changes neither them nor what keeps them so",
        "db/roles_test.ts :: a server makes the roles where it may, takes those it is given, and says when it has none",
      ],
      'at a DATABASE_URL whose role may not make others the owner serves until they are made: doctor says so (OPERATIONS.md, "Roles in the database")',
    ),
    promise(
      "S50",
      "A backup is whole, ours and brings the business back, or is refused; it may be encrypted",
      [
        "cli/backup_test.ts :: the drill: backup, a new machine, restore, books whole, login works",
        "backup/backup_test.ts :: a backup that somebody changed is not ours",
        "backup/backup_test.ts :: with a key kept elsewhere a backup is encrypted",
      ],
    ),
    promise("S51", "The process may do what it needs and nothing else", [
      "permissions_test.ts :: the server may do what it needs and nothing else",
    ]),
    promise(
      "S52",
      "Dependencies are locked, scripts run for three packages only; a bill of materials (CycloneDX) has each " +
        "with its checksum, and what runs has a licence that may be taken",
      [
        "permissions_test.ts :: the tasks name the release of PostgreSQL that is installed",
        "security/materials_test.ts :: the bill of materials is that of the lock",
      ],
      "no test asks for advisories, which change without us: run `deno audit` before each release",
    ),
    promise(
      "S53",
      "The service calls nobody but its database, the bucket of the settings, and webhooks at public " +
        "addresses, signed, unless a setting allows private ones",
      [
        "permissions_test.ts :: the server may do what it needs and nothing else",
        "changes/webhooks_test.ts :: nothing is sent inside the house unless a setting allows it",
        "changes/webhooks_test.ts :: a hook is told of what changes from then on, signed, as its user reads it",
        "changes/webhooks_test.ts :: who may make one, and what it may be",
      ],
    ),
    promise(
      "S54",
      "Methods and paths that are not there are 404 and 405; the documentation is the routes",
      [
        "api/wire_test.ts :: a wrong method is 405 with Allow",
        "api/openapi_test.ts :: the OpenAPI document describes the service",
      ],
    ),
    promise("S55", "What cannot be used does not start; what is easy to guess is told by doctor", [
      "cli/doctor_test.ts :: what lets strangers in",
      "cli/db_and_config_test.ts :: config show works with settings that the service refuses, and masks secrets",
    ], "an easy database password and plain http are told, not refused"),
    promise("S56", "No answer is without a bound", [
      "api/list_budget_test.ts :: no list needs more than three statements, however long it is",
      "api/wire_test.ts :: lists: limits, totals, unknown query",
    ]),
    promise(
      "S57",
      "The key that phones of the house trust is its owner's alone, and good for private addresses only",
      [
        "lan/authority_test.ts :: the authority is kept for its owner's eyes, and made anew before it ends",
        "lan/authority_test.ts :: the authority vouches for nobody outside the house",
        "lan/open_lan_test.ts :: the authority's key is in no answer, on either port",
        "lan/open_lan_test.ts :: who is not in the house gets no answer",
        "lan/start_test.ts :: no part of a backup has the key",
      ],
    ),
  ],
  "Confirming who one is": [
    promise(
      "S58",
      "Roles of the settings, and whoever has a second factor, say their password again before what is sensitive",
      [
        "staff/step_up_test.ts :: what is sensitive waits until who asks has confirmed who he is",
        "staff/step_up_test.ts :: a confirmation is one session's, for ten minutes",
        "staff/step_up_test.ts :: a wrong password confirms nothing, and is counted",
        "staff/step_up_test.ts :: a program confirms nothing, so what is sensitive is closed to it",
      ],
      "no role unless the owner names some; at the terminal nobody is asked",
    ),
    promise(
      "S59",
      "A second factor (TOTP): a code counts once, wrong ones wait as passwords do, its secret is sealed with a key " +
        "outside the database; the settings may require it of roles",
      [
        "staff/totp_test.ts :: codes are those of the RFCs",
        "staff/totp_test.ts :: a second factor is asked for with the password",
        "staff/totp_test.ts :: a secret is opened by the keys of the process and for its user alone",
        "staff/totp_test.ts :: a role that must have a second factor sets it up before anything else",
      ],
      "no passkeys; the key is made of JWT_SECRET",
    ),
  ],
  "When things go wrong": [
    promise(
      "S60",
      "What was acknowledged is there, once, whatever is killed, cut off, full or set to another time; what cannot be kept " +
        "is refused with 503 and `Retry-After`, and reads go on",
      [
        "storm/storm_test.ts :: things go wrong under clients: nothing acknowledged is lost, nothing is done twice",
        "stories/crash_test.ts :: kill -9 while 16 clients post receipts loses and doubles nothing",
        "stories/cut_connections_test.ts :: a storm of cut connections raises no error line and no 500",
        "db/failover_test.ts :: primaries are killed under writers",
      ],
    ),
  ],
};

function promise(id: string, holds: string, tests: string[], but?: string): Promised {
  return { id, holds, tests, but };
}

/** The score of the mutator's last run. */
function noticed(): string {
  const page = Deno.readTextFileSync(new URL("../mutate/SURVIVORS.md", import.meta.url));
  return /^\d+ of \d+ faults noticed \([\d.]+ %\)/m.exec(page)![0];
}

/** The page that SECURITY.md is, made of the above. */
export function page(): string {
  const all = Object.values(chapters).flat();
  const whole = all.filter(({ but }) => but === undefined).length;
  const lines = [
    "# Security",
    "",
    "What is promised, and the test that holds it. Printed from `tests/security/registry.ts`",
    "(`UPDATE=1 deno task test tests/security`); a test looks that every test named here is there. " +
    `Of ${all.length} promises ${whole} are given whole; what the others lack stands with them.`,
    "",
    `Whether the tests would notice is tried by small faults made on purpose (\`deno task mutate\`): ${noticed()}`,
    "(`tests/mutate/SURVIVORS.md`). For what that sample showed at first (358 of 400) tests were written; of a fresh one of 80",
    "(seed 2, on a busy machine, each fault asked of some twenty files of tests) 63 were noticed; with tests written since 75 are, and of the five left none moves money: two change nothing, one is a microsecond, one costs only speed, one is a row of 0.",
    "",
    "## Reporting",
    "Tell whoever runs the installation, not the public: what you did, what you saw, how bad you think it is. Do not look",
    "at other people's data beyond what shows the fault. A fix begins with a test that fails.",
    "",
    "## What is not promised",
    "Who holds the machine or the database's password (its owner's) holds the books: tampering shows (`audit verify`, `verify-books`,",
    "`backup verify`), it is not prevented. Plain http is for one machine; the rest comes by https (OPERATIONS.md, README.md).",
  ];
  for (const [chapter, promises] of Object.entries(chapters)) {
    lines.push("", `## ${chapter}`, "");
    for (const { id, holds, tests, but } of promises) {
      lines.push(`- **${id}** ${holds}.${but ? ` *But:* ${but}.` : ""}`);
      for (const file of new Set(tests.map((test) => test.split(" :: ")[0]))) {
        lines.push(`  \`tests/${file}\``);
      }
    }
  }
  return lines.join("\n") + "\n";
}
