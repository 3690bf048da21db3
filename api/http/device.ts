import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { BASE } from "./base.ts";
import { DEVICE_SECONDS } from "../../domain/staff/devices.ts";
import type { AppEnv } from "./env.ts";
import type { Call } from "./route.ts";

const NAME = "device";

/** The cookie is sent back to where passwords are asked for, and nowhere else. */
export function deviceOf(c: Context<AppEnv>): ReturnType<Call<unknown, unknown>["device"]> {
  return {
    token: getCookie(c, NAME),
    keep: (token) =>
      setCookie(c, NAME, token, {
        path: `${BASE}/auth`,
        httpOnly: true,
        sameSite: "Strict",
        secure: c.get("https"),
        maxAge: DEVICE_SECONDS,
      }),
  };
}
