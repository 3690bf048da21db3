import { z } from "zod";
import {
  deliveryQuery,
  findWebhook,
  listDeliveries,
  listWebhooks,
  webhookQuery,
} from "../../domain/changes/find_webhooks.ts";
import { delivery, madeWebhook, resend, webhook } from "../../domain/changes/webhook.ts";
import {
  createWebhook,
  resendDelivery,
  updateWebhook,
} from "../../domain/changes/write_webhook.ts";
import { pathId } from "../http/path_id.ts";
import { type Area, get, post, put } from "../http/route.ts";

const DELIVERIES = "/webhooks/:id/deliveries";

export const webhooks: Area = {
  name: "Webhooks",
  says: "Programs that are told of every change.",
  routes: [
    get("/webhooks", {
      summary: "Webhooks and how they go",
      may: "users.read",
      query: webhookQuery,
      answer: z.array(webhook.schema),
    }, ({ wire, actor, query }) => listWebhooks(wire, actor, query)),
    get("/webhooks/:id", {
      summary: "A webhook",
      may: "users.read",
      answer: webhook.schema,
    }, ({ wire, actor, id }) => findWebhook(wire, actor, id)),
    post("/webhooks", {
      summary: "Tell a program of every change from now on; the secret is shown this once",
      may: "users.write",
      body: webhook.entry,
      answer: madeWebhook,
      creates: true,
      shownOnce: ["secret"],
    }, ({ tx, actor, body }) => createWebhook(tx, actor, body)),
    put("/webhooks/:id", {
      summary: "Change a webhook, or let it begin again",
      may: "users.write",
      body: webhook.changes,
      answer: webhook.schema,
      versionOf: "webhooks",
    }, ({ tx, actor, id, body }) => updateWebhook(tx, actor, id, body)),
    get(DELIVERIES, {
      summary: "What a webhook has sent in 30 days, and what waits",
      may: "users.read",
      query: deliveryQuery,
      answer: z.array(delivery.schema),
    }, ({ wire, actor, id, query }) => listDeliveries(wire, actor, id, query)),
    post(
      `${DELIVERIES}/:delivery_id/resend`,
      {
        summary: "Send a delivery once more, before all that waits",
        may: "users.write",
        body: resend,
        answer: webhook.schema,
      },
      ({ tx, actor, id, params, body }) =>
        resendDelivery(tx, actor, id, pathId(params, "delivery_id"), body),
    ),
  ],
};
