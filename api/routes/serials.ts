import { z } from "zod";
import { findLife, serialLife } from "../../domain/overview/find_serial_life.ts";
import { labelQuery, printLabels } from "../../domain/overview/print_labels.ts";
import { listSerials, serialQuery } from "../../domain/serials/find_serials.ts";
import { serial } from "../../domain/serials/serial.ts";
import { pdfAnswer } from "../http/file_answer.ts";
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
    get("/labels", {
      summary: "Labels with a QR code for pieces and products, on A4 or a roll",
      may: "products.read",
      query: labelQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, query }) => pdfAnswer(await printLabels(db, actor, query))),
    get("/serials/:serial", {
      summary: "The whole life of a machine, board or part, by its serial",
      may: "products.read",
      answer: serialLife.schema,
    }, ({ db, actor, params }) => findLife(db, actor, params.serial)),
  ],
};
