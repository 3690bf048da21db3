import { z } from "zod";
import { createUser } from "../../domain/staff/create_user.ts";
import { findUser, listUsers, userQuery } from "../../domain/staff/find_users.ts";
import { passwordReset, resetPassword } from "../../domain/staff/reset_password.ts";
import { updateUser } from "../../domain/staff/update_user.ts";
import { user, userWithPassword } from "../../domain/staff/user.ts";
import { type Area, get, post, put } from "../http/route.ts";

export const users: Area = {
  name: "Users",
  routes: [
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
    post("/users/:id/reset-password", {
      summary: "Give a user a new password; all his sessions end",
      may: "users.write",
      body: passwordReset,
      answer: userWithPassword,
      keepAnswer: false,
    }, ({ tx, actor, id, body }) => resetPassword(tx, actor, id, body)),
  ],
};
