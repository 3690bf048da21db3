import { z } from "zod";
import { createRma } from "../../domain/warranty/create_rma.ts";
import { findRma, listedRma, listRmas, rmaQuery } from "../../domain/warranty/find_rmas.ts";
import { moveRma, rmaMove } from "../../domain/warranty/move_rma.ts";
import { rma, rmaDetail } from "../../domain/warranty/rma.ts";
import { updateRma } from "../../domain/warranty/update_rma.ts";
import { type Area, get, patch, post } from "../http/route.ts";

export const rmas: Area = {
  name: "Warranty RMAs",
  says: "Machines and boards under warranty, to the supplier and back.",
  routes: [
    get("/import-logistics/rmas", {
      summary: "List RMAs",
      may: "rmas.read",
      query: rmaQuery,
      answer: z.array(listedRma.schema),
    }, ({ wire, actor, query }) => listRmas(wire, actor, query)),
    post("/import-logistics/rmas", {
      summary: "Create an RMA",
      offline: "rma",
      may: "rmas.create",
      body: rma.entry,
      answer: rmaDetail.schema,
      creates: true,
    }, ({ tx, actor, body }) => createRma(tx, actor, body)),
    get("/import-logistics/rmas/:id", {
      summary: "One RMA with its warranty verdict, history and earlier cases",
      may: "rmas.read",
      answer: rmaDetail.schema,
    }, ({ db, actor, id }) => findRma(db, actor, id)),
    patch("/import-logistics/rmas/:id", {
      summary: "Correct what is written on an open RMA",
      may: "rmas.create",
      body: rma.changes,
      answer: rmaDetail.schema,
      versionOf: "rmas",
    }, ({ tx, actor, id, body }) => updateRma(tx, actor, id, body)),
    patch("/import-logistics/rmas/:id/status", {
      summary: "Change the status of an RMA",
      offline: "rma_status",
      may: "rmas.status",
      body: rmaMove,
      example: { status: "received_from_customer", note: "With its box" },
      answer: rmaDetail.schema,
      versionOf: "rmas",
    }, ({ tx, actor, id, body }) => moveRma(tx, actor, id, body)),
  ],
};
