import { goods } from "./list_goods.ts";
import { money } from "./list_money.ts";
import { stock } from "./list_stock.ts";

/** Every list that the API has; a test holds them to its routes. */
export const listedRecords = [...goods, ...money, ...stock];
