import { z } from "zod";
import type { TokenKeys } from "../../domain/access/token_keys.ts";
import { createUser, isElevated } from "../../domain/staff/create_user.ts";
import { endedTotp, endTotp, totpEnd } from "../../domain/staff/end_totp.ts";
import { findUser, listUsers, userQuery } from "../../domain/staff/find_users.ts";
import { sessionEnd } from "../../domain/staff/end_session.ts";
import { sessionQuery } from "../../domain/staff/find_sessions.ts";
import {
  endProgramToken,
  givenToken,
  giveProgramToken,
  listProgramTokens,
  programToken,
} from "../../domain/staff/program_tokens.ts";
import { passwordReset, resetPassword } from "../../domain/staff/reset_password.ts";
import { updateUser } from "../../domain/staff/update_user.ts";
import { user, userWithPassword } from "../../domain/staff/user.ts";
import { pathId } from "../http/path_id.ts";
import { type Area, get, post, put } from "../http/route.ts";

const TOKENS = "/users/:id/tokens";

export function users(keys: TokenKeys): Area {
  return {
    name: "Users",
    says: "Staff, their roles and passwords, and tokens of programs.",
    routes: routes(keys),
  };
}

const routes = (keys: TokenKeys) => [
  get("/users", {
    summary: "User list",
    may: "users.read",
    query: userQuery,
    answer: z.array(user.schema),
    mayLag: false, // who may do what, for the one who decides about it
  }, ({ wire, query }) => listUsers(wire, query)),
  get("/users/:id", {
    summary: "User details",
    may: "users.read",
    answer: user.schema,
  }, ({ wire, id }) => findUser(wire, id)),
  post("/users", {
    summary: "Create a staff user",
    may: "users.write",
    body: user.entry,
    answer: userWithPassword,
    stepUp: { when: ({ role }) => isElevated(role) },
    creates: true,
    shownOnce: ["generated_password"],
  }, ({ tx, actor, body }) => createUser(tx, actor, body)),
  put("/users/:id", {
    summary: "Update a user",
    may: "users.write",
    body: user.changes,
    answer: user.schema,
    versionOf: "users",
  }, ({ tx, actor, id, body }) => updateUser(tx, actor, id, body)),
  get(TOKENS, {
    summary: "The tokens of programs that act as a user",
    may: "users.read",
    query: sessionQuery,
    answer: z.array(programToken.schema),
    mayLag: false, // one that was just ended must be gone
  }, ({ wire, actor, id, query }) => listProgramTokens(wire, actor, id, query)),
  post(TOKENS, {
    summary: "Give a program a token that acts as a user, shown this once",
    may: "users.write",
    body: programToken.entry,
    answer: givenToken,
    stepUp: {},
    creates: true,
    location: (_data, params) => `/users/${params.id}/tokens`,
    shownOnce: ["token"],
  }, ({ tx, actor, id, body }) => giveProgramToken(tx, keys, actor, id, body)),
  post(
    `${TOKENS}/:token_id/end`,
    {
      summary: "End a program's token: it is refused from the next request on",
      may: "users.write",
      body: sessionEnd,
      answer: programToken.schema,
    },
    ({ tx, actor, id, params, body }) =>
      endProgramToken(tx, actor, id, pathId(params, "token_id"), body),
  ),
  post("/users/:id/reset-password", {
    summary: "Give a user a new password; all his sessions end",
    may: "users.write",
    body: passwordReset,
    answer: userWithPassword,
    stepUp: {},
    keepAnswer: false,
  }, ({ tx, actor, id, body }) => resetPassword(tx, actor, id, body)),
  post("/users/:id/totp/end", {
    summary: "Switch a user's second factor off, where phone and recovery codes are lost",
    may: "users.write",
    body: totpEnd,
    answer: endedTotp,
    stepUp: {},
  }, ({ tx, actor, id, body }) => endTotp(tx, actor, id, body)),
];
