import { z } from "zod";
import { listRates, rateQuery } from "../../domain/treasury/find_rates.ts";
import { rate } from "../../domain/treasury/rate.ts";
import { setRate } from "../../domain/treasury/set_rate.ts";
import { type Area, get, put } from "../http/route.ts";

export const rates: Area = {
  name: "Rates",
  says: "What currencies cost, by day.",
  routes: [
    get("/rates", {
      summary: "What currencies cost, by day; with date what is proposed then",
      may: "costs.read",
      query: rateQuery,
      answer: z.array(rate.schema),
    }, ({ wire, query }) => listRates(wire, query)),
    put("/rates", {
      summary: "Enter or correct the rates of a currency on a day",
      may: "costs.write",
      body: rate.entry,
      answer: rate.schema,
    }, ({ tx, actor, body }) => setRate(tx, actor, body)),
  ],
};
