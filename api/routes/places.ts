import { z } from "zod";
import { printQuery } from "../../domain/documents/printing.ts";
import { closeTransfer } from "../../domain/stock/close_transfer.ts";
import {
  findPlace,
  listPlaces,
  listPlaceStock,
  placeQuery,
  placeStockQuery,
} from "../../domain/stock/find_places.ts";
import {
  findStockTransfer,
  listStockTransfers,
  stockTransferQuery,
} from "../../domain/stock/find_stock_transfers.ts";
import { place, placeStock } from "../../domain/stock/place.ts";
import { printTransfer } from "../../domain/stock/print_transfer.ts";
import { receiveTransfer } from "../../domain/stock/receive_transfer.ts";
import { sendTransfer } from "../../domain/stock/send_transfer.ts";
import { arrival, closing, stockTransfer } from "../../domain/stock/stock_transfer.ts";
import { createPlace, updatePlace } from "../../domain/stock/write_place.ts";
import { pdfAnswer } from "../http/file_answer.ts";
import { type Area, get, post, put } from "../http/route.ts";

const TRANSFERS = "/stock-transfers";

export const places: Area = {
  name: "Places",
  says: "Where goods lie, and goods on the way from one place to another.",
  routes: [
    get("/stock-places", {
      summary: "Places: warehouses, showrooms, vans",
      may: "products.read",
      query: placeQuery,
      answer: z.array(place.schema),
    }, ({ wire, query }) => listPlaces(wire, query)),
    get("/stock-places/:id", {
      summary: "A place",
      may: "products.read",
      answer: place.schema,
    }, ({ wire, id }) => findPlace(wire, id)),
    post("/stock-places", {
      summary: "Enter a place",
      may: "settings.write",
      body: place.entry,
      answer: place.schema,
      creates: true,
    }, ({ tx, actor, body }) => createPlace(tx, actor, body)),
    put("/stock-places/:id", {
      summary: "Change a place, or make it the default",
      may: "settings.write",
      body: place.changes,
      answer: place.schema,
      versionOf: "stock_places",
    }, ({ tx, actor, id, body }) => updatePlace(tx, actor, id, body)),
    get("/place-stock", {
      summary: "How much of which product lies where",
      may: "products.read",
      query: placeStockQuery,
      answer: z.array(placeStock.schema),
    }, ({ wire, query }) => listPlaceStock(wire, query)),
    get(TRANSFERS, {
      summary: "Transfers between places",
      may: "products.read",
      query: stockTransferQuery,
      answer: z.array(stockTransfer.schema),
    }, ({ wire, query }) => listStockTransfers(wire, query)),
    get(`${TRANSFERS}/:id`, {
      summary: "A transfer with its lines",
      may: "products.read",
      answer: stockTransfer.schema,
    }, ({ wire, id }) => findStockTransfer(wire, id)),
    get(`${TRANSFERS}/:id/pdf`, {
      summary: "The paper that goes with a transfer, in Bangla or English",
      may: "products.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, id, query }) => pdfAnswer(await printTransfer(db, id, query))),
    post(TRANSFERS, {
      summary: "Send goods from one place to another",
      may: "stock.move",
      body: stockTransfer.entry,
      answer: stockTransfer.schema,
      creates: true,
    }, ({ tx, actor, body }) => sendTransfer(tx, actor, body)),
    post(`${TRANSFERS}/:id/receive`, {
      summary: "Goods on the way have arrived, all or some",
      may: "stock.move",
      body: arrival,
      answer: stockTransfer.schema,
    }, ({ tx, actor, id, body }) => receiveTransfer(tx, actor, id, body)),
    post(`${TRANSFERS}/:id/close`, {
      summary: "Goods on the way never arrive: they went back, or are lost",
      may: "stock.move",
      body: closing,
      asks: "stock_transfer.close",
      answer: stockTransfer.schema,
    }, ({ tx, actor, id, body }) => closeTransfer(tx, actor, id, body)),
  ],
};
