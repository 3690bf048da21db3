import { z } from "zod";
import { addCost } from "../../domain/imports/add_cost.ts";
import { addItems } from "../../domain/imports/add_items.ts";
import { changeItem, itemChanges } from "../../domain/imports/change_item.ts";
import { changeShipmentStatus, shipmentMove } from "../../domain/imports/change_shipment_status.ts";
import { createShipments } from "../../domain/imports/create_shipments.ts";
import { findCost, findItems, findShipment } from "../../domain/imports/find_shipment.ts";
import {
  listedShipment,
  listShipments,
  shipmentQuery,
} from "../../domain/imports/list_shipments.ts";
import { reverseCost } from "../../domain/imports/reverse_cost.ts";
import { newShipment, shipment } from "../../domain/imports/shipment.ts";
import { costReversal, newShipmentCost, shipmentCost } from "../../domain/imports/shipment_cost.ts";
import { newShipmentDetail, shipmentDetail } from "../../domain/imports/shipment_detail.ts";
import { addedItems, shipmentItem } from "../../domain/imports/shipment_item.ts";
import { updateShipment } from "../../domain/imports/update_shipment.ts";
import { pathId } from "../http/path_id.ts";
import { type Area, get, patch, post } from "../http/route.ts";

const SHIPMENTS = "/import-logistics/shipments";
const SHIPMENT = `${SHIPMENTS}/:id`;
/** Items and costs are read with their shipment. */
const withShipment = (_data: unknown, params: Record<string, string>) =>
  `${SHIPMENTS}/${params.id}`;

export const shipments: Area = {
  name: "Shipments",
  says: "Imports with their items, costs and landed values.",
  routes: [
    get(SHIPMENTS, {
      summary: "Shipment list",
      may: "shipments.read",
      query: shipmentQuery,
      answer: z.array(listedShipment.schema),
    }, ({ wire, actor, query }) => listShipments(wire, actor, query)),
    post(SHIPMENTS, {
      summary: "Create a shipment with its items",
      may: "shipments.write",
      body: newShipment,
      answer: shipmentDetail.schema,
      creates: true,
    }, async ({ tx, wire, actor, body }) => {
      const [id] = await createShipments(tx, actor, [body]);
      return findShipment(wire, actor, id, newShipmentDetail);
    }),
    get(SHIPMENT, {
      summary: "One shipment with items, costs, receipts, claims and history",
      may: "shipments.read",
      answer: shipmentDetail.schema,
    }, ({ wire, actor, id }) => findShipment(wire, actor, id)),
    patch(SHIPMENT, {
      summary: "Edit the head of a shipment",
      may: "shipments.write",
      body: shipment.changes,
      example: ["vessel_or_flight", "carrier", "etd", "eta_chittagong", "warehouse_name", "notes"],
      answer: shipmentDetail.schema,
      versionOf: "shipments",
    }, async ({ tx, wire, actor, id, body }) => {
      await updateShipment(tx, actor, id, body);
      return findShipment(wire, actor, id);
    }),
    patch(`${SHIPMENT}/status`, {
      summary: "Change the status of a shipment",
      offline: "shipment_status",
      may: "shipments.status",
      body: shipmentMove,
      example: { status: "in_transit", note: "Left Shenzhen" },
      answer: shipmentDetail.schema,
      versionOf: "shipments",
    }, async ({ tx, wire, actor, id, body }) => {
      await changeShipmentStatus(tx, actor, id, body);
      return findShipment(wire, actor, id);
    }),
    post(`${SHIPMENT}/items`, {
      summary: "Add one item, or several in `items`",
      may: "shipments.write",
      body: addedItems,
      example: ["items"],
      answer: z.union([shipmentItem.schema, z.array(shipmentItem.schema)]),
      creates: true,
      location: withShipment,
    }, async ({ tx, actor, id, body }) => {
      const items = await findItems(tx, actor, await addItems(tx, actor, id, body));
      return body.items ? items : items[0];
    }),
    patch(`${SHIPMENT}/items/:item_id`, {
      summary: "Correct an item until its first receipt; an ordered quantity of 0 takes it out",
      may: "shipments.write",
      body: itemChanges,
      example: { ordered_qty: 20 },
      answer: shipmentDetail.schema,
      versionOf: "shipments",
    }, async ({ tx, wire, actor, id, params, body }) => {
      await changeItem(tx, actor, id, pathId(params, "item_id"), body);
      return findShipment(wire, actor, id);
    }),
    post(`${SHIPMENT}/costs`, {
      summary: "Add a cost to a shipment",
      offline: "shipment_cost",
      may: "costs.write",
      body: newShipmentCost,
      example: ["cost_head", "amount", "currency", "exchange_rate", "reference"],
      answer: shipmentCost.schema,
      creates: true,
      location: withShipment,
    }, async ({ tx, actor, id, body }) => findCost(tx, actor, await addCost(tx, actor, id, body))),
    post(
      `${SHIPMENT}/costs/:cost_id/reverse`,
      {
        summary: "Take a cost back with its mirror",
        may: "costs.write",
        body: costReversal,
        example: { reason: "Entered twice" },
        answer: shipmentCost.schema,
        creates: true,
        location: withShipment,
      },
      async ({ tx, actor, id, params, body }) =>
        findCost(tx, actor, await reverseCost(tx, actor, id, pathId(params, "cost_id"), body)),
    ),
  ],
};
