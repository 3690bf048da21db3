import { z } from "zod";
import { permissionsOf } from "../../domain/access/access.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import { changePassword, passwordChange } from "../../domain/staff/change_password.ts";
import { rememberDevice } from "../../domain/staff/devices.ts";
import { beginTotp, begunTotp, totpBegin } from "../../domain/staff/begin_totp.ts";
import { confirmTotp, totpConfirmation } from "../../domain/staff/confirm_totp.ts";
import { recoveryCodes, renewal, renewRecoveryCodes } from "../../domain/staff/recovery_codes.ts";
import { endedTotp, endTotp, totpEnd } from "../../domain/staff/end_totp.ts";
import { findSession } from "../../domain/staff/find_session.ts";
import { endSession, sessionEnd } from "../../domain/staff/end_session.ts";
import { listSessions, session, sessionQuery } from "../../domain/staff/find_sessions.ts";
import { findUser } from "../../domain/staff/find_users.ts";
import { credentials, logIn } from "../../domain/staff/log_in.ts";
import { loggedOut, logOut, logoutInput } from "../../domain/staff/log_out.ts";
import { refreshInput, refreshSession } from "../../domain/staff/refresh_session.ts";
import { login, openSession } from "../../domain/staff/sessions.ts";
import { setupOwner } from "../../domain/staff/setup_owner.ts";
import { steppedUp, stepUp, stepUpInput } from "../../domain/staff/step_up.ts";
import type { TokenKeys } from "../../domain/access/token_keys.ts";
import { readAccessToken } from "../../domain/staff/tokens.ts";
import { me, newOwner } from "../../domain/staff/user.ts";
import { bearerToken, visitorAt } from "../http/auth.ts";
import { type Area, type Call, get, post, postAlone } from "../http/route.ts";

export function auth(keys: TokenKeys): Area {
  return {
    name: "Authentication",
    says: "Log in, tokens, sessions and the owner's setup.",
    routes: [
      postAlone("/auth/setup-owner", {
        summary: "Create the first owner; works one time only",
        may: "anyone",
        body: newOwner,
        example: ["name", "email", "password"],
        answer: login,
        creates: true,
        location: (data) => `/users/${(data.user as { id: number }).id}`,
      }, async (call) => {
        const { db, body, address, requestId } = call;
        const proof = call.fromHere() ? undefined : keys;
        const owner = await setupOwner(db, visitorAt(requestId), body, { proof });
        const device = call.device();
        return await inTransaction(db, async (tx) => {
          device.keep(await rememberDevice(tx, owner.id, device.token));
          return await openSession(tx, keys, owner, { address });
        });
      }),
      postAlone(
        "/auth/login",
        {
          summary: "Log in with e-mail, phone or employee code",
          may: "anyone",
          body: credentials,
          answer: login,
          refuses: ["unauthenticated", "throttled"],
        },
        async ({ db, body, address, requestId, ...call }) => {
          const device = call.device();
          const from = { ...body, address, token: device.token };
          const { login, token } = await logIn(db, keys, visitorAt(requestId), from);
          device.keep(token);
          return login;
        },
      ),
      postAlone(
        "/auth/refresh",
        {
          summary: "Take a refresh token for a new pair of tokens",
          may: "anyone",
          body: refreshInput,
          answer: login,
          refuses: ["unauthenticated"],
        },
        ({ db, body, requestId }) =>
          refreshSession(db, keys, visitorAt(requestId), body.refresh_token),
      ),
      postAlone("/auth/logout", {
        summary: "End the session of the access token, of the refresh token, or of both",
        may: "anyone",
        body: logoutInput,
        answer: loggedOut,
        refuses: ["unauthenticated"],
      }, async (call) => {
        const sessionId = await sessionToEnd(call, keys);
        const named = { sessionId, refreshToken: call.body.refresh_token };
        return await inTransaction(
          call.db,
          (tx) => logOut(tx, visitorAt(call.requestId), named),
        );
      }),
      get("/auth/me", {
        summary: "Current user with permissions",
        may: "signed_in",
        answer: me,
      }, async ({ db, actor }) => {
        const user = await findUser(db.rights, actor.userId!);
        return { ...user, permissions: permissionsOf(actor), totp: actor.stepUp!.totp };
      }),
      get("/auth/sessions", {
        summary: "Own logins that go on",
        may: "signed_in",
        query: sessionQuery,
        answer: z.array(session.schema),
        mayLag: false,
      }, ({ db, actor, sessionId, query }) => listSessions(db, actor, sessionId, query)),
      post("/auth/sessions/:id/end", {
        summary: "End one of them",
        may: "signed_in",
        body: sessionEnd,
        answer: session.schema,
        keepAnswer: false,
      }, ({ tx, actor, sessionId, id, body }) => endSession(tx, actor, sessionId, id, body)),
      postAlone(
        "/auth/step-up",
        {
          summary: "Confirm who sits at this session, before what is sensitive",
          may: "signed_in",
          body: stepUpInput,
          answer: steppedUp,
          refuses: ["throttled"],
        },
        ({ db, actor, sessionId, address, device, body }) =>
          stepUp(db, keys, actor, { sessionId, address, device: device().token }, body),
      ),
      postAlone(
        "/auth/change-password",
        {
          summary: "Change own password; every other session ends",
          may: "signed_in",
          body: passwordChange,
          answer: login,
          refuses: ["throttled"],
        },
        ({ db, actor, sessionId, address, device, body }) =>
          changePassword(db, keys, actor, { sessionId, address, device: device().token }, body),
      ),
      post("/auth/totp", {
        summary: "Begin one's own second factor: the secret for an app that makes codes",
        may: "signed_in",
        body: totpBegin,
        answer: begunTotp,
        stepUp: { everybody: true },
        keepAnswer: false,
      }, ({ tx, actor, body }) => beginTotp(tx, keys, actor, body)),
      post("/auth/totp/confirm", {
        summary: "Switch it on with a code of the app; recovery codes are answered this once",
        may: "signed_in",
        body: totpConfirmation,
        answer: recoveryCodes,
        stepUp: { everybody: true },
        keepAnswer: false,
      }, ({ tx, actor, body }) => confirmTotp(tx, keys, actor, body)),
      post("/auth/totp/recovery-codes", {
        summary: "New recovery codes, answered this once; those before open nothing any more",
        may: "signed_in",
        body: renewal,
        example: {},
        answer: recoveryCodes,
        stepUp: { everybody: true },
        keepAnswer: false,
      }, ({ tx, actor }) => renewRecoveryCodes(tx, actor)),
      post("/auth/totp/end", {
        summary: "Switch one's own second factor off",
        may: "signed_in",
        body: totpEnd,
        answer: endedTotp,
        stepUp: { everybody: true },
      }, ({ tx, actor, body }) => endTotp(tx, actor, actor.userId!, body)),
    ],
  };
}

/** The session of the access token. A refresh token in the body makes up for one that has expired. */
async function sessionToEnd(
  { db, authorization, body }: Call<unknown, z.output<typeof logoutInput>>,
  keys: TokenKeys,
): Promise<number | undefined> {
  try {
    const { userId, sessionId } = await readAccessToken(keys, bearerToken(authorization));
    await findSession(db, sessionId, userId);
    return sessionId;
  } catch (error) {
    const noToken = error instanceof Refusal && error.kind === "unauthenticated";
    if (noToken && body.refresh_token !== undefined) return undefined;
    throw error;
  }
}
