import { z } from "zod";
import { findLife, serialLife } from "../../domain/overview/find_serial_life.ts";
import { listSerials, serialQuery } from "../../domain/serials/find_serials.ts";
import { serial } from "../../domain/serials/serial.ts";
import { type Area, get } from "../http/route.ts";

export const serials: Area = {
  name: "Serials",
  says: "The life of one piece.",
  routes: [
    get("/serials", {
      summary: "The serial register",
      may: "products.read",
      query: serialQuery,
      answer: z.array(serial.schema),
    }, ({ wire, actor, query }) => listSerials(wire, actor, query)),
    get("/serials/:serial", {
      summary: "The whole life of a machine, board or part, by its serial",
      may: "products.read",
      answer: serialLife.schema,
    }, ({ db, actor, params }) => findLife(db, actor, params.serial)),
  ],
};
