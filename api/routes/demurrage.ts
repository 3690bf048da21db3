import { z } from "zod";
import { addContainer } from "../../domain/demurrage/add_container.ts";
import { container } from "../../domain/demurrage/container.ts";
import { createTariff } from "../../domain/demurrage/create_tariff.ts";
import { listContainers } from "../../domain/demurrage/find_containers.ts";
import {
  demurrageMeta,
  demurrageQuery,
  findDemurrage,
} from "../../domain/demurrage/find_demurrage.ts";
import { findTariff, listTariffs, tariffQuery } from "../../domain/demurrage/find_tariffs.ts";
import { runningContainer } from "../../domain/demurrage/running.ts";
import { tariff } from "../../domain/demurrage/tariff.ts";
import { updateContainer } from "../../domain/demurrage/update_container.ts";
import { updateTariff } from "../../domain/demurrage/update_tariff.ts";
import { versionOf } from "../../domain/db/version.ts";
import { pathId } from "../http/path_id.ts";
import { type Area, get, patch, post, put } from "../http/route.ts";

const TARIFFS = "/import-logistics/demurrage-tariffs";
const CONTAINERS = "/import-logistics/shipments/:id/containers";

export const demurrage: Area = {
  name: "Demurrage",
  says: "Containers, free days and what their rent costs.",
  routes: [
    get("/import-logistics/demurrage", {
      summary: "Every container whose rent runs, the most taka at risk first",
      may: "shipments.read",
      query: demurrageQuery,
      answer: z.array(runningContainer.schema),
      meta: demurrageMeta,
    }, ({ db, actor, query }) => findDemurrage(db, actor, query)),
    get(TARIFFS, {
      summary: "Steps of the demurrage and detention tariffs",
      may: "costs.read",
      query: tariffQuery,
      answer: z.array(tariff.schema),
    }, ({ wire, query }) => listTariffs(wire, query)),
    post(TARIFFS, {
      summary: "Enter a step of a tariff, from a day on",
      may: "costs.write",
      body: tariff.entry,
      answer: tariff.schema,
      creates: true,
    }, ({ tx, actor, body }) => createTariff(tx, actor, body)),
    get(`${TARIFFS}/:id`, {
      summary: "One step of a tariff",
      may: "costs.read",
      answer: tariff.schema,
    }, ({ wire, id }) => findTariff(wire, id)),
    put(`${TARIFFS}/:id`, {
      summary: "Correct or end a step of a tariff",
      may: "costs.write",
      body: tariff.changes,
      answer: tariff.schema,
      versionOf: "demurrage_tariffs",
    }, ({ tx, actor, id, body }) => updateTariff(tx, actor, id, body)),
    get(CONTAINERS, {
      summary: "The containers of a shipment",
      may: "shipments.read",
      answer: z.array(container.schema),
    }, ({ db, id }) => listContainers(db, id)),
    post(CONTAINERS, {
      summary: "Enter a container of a shipment",
      may: "costs.write",
      body: container.entry,
      answer: container.schema,
      creates: true,
      location: (_data, { id }) => `/import-logistics/shipments/${id}/containers`,
    }, ({ tx, actor, id, body }) => addContainer(tx, actor, id, body)),
    patch(
      `${CONTAINERS}/:container_id`,
      {
        summary: "Change a container, such as the day it left the port",
        may: "costs.write",
        body: container.changes,
        answer: container.schema,
        versionOf: (tx, _actor, _id, params) =>
          versionOf(tx, "shipment_containers", pathId(params, "container_id")),
      },
      ({ tx, actor, id, params, body }) =>
        updateContainer(tx, actor, id, pathId(params, "container_id"), body),
    ),
  ],
};
