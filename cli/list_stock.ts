import { findLife, serialLife } from "../domain/overview/find_serial_life.ts";
import {
  findProductDetail,
  listedProduct,
  listProducts,
  productQuery,
} from "../domain/products/find_products.ts";
import { productDetail } from "../domain/products/product.ts";
import { listSerials, serialQuery } from "../domain/serials/find_serials.ts";
import { serial } from "../domain/serials/serial.ts";
import { findMovement, listMovements, movementQuery } from "../domain/stock/find_movements.ts";
import { movement } from "../domain/stock/movement.ts";
import {
  findPlace,
  listPlaces,
  listPlaceStock,
  placeQuery,
  placeStockQuery,
} from "../domain/stock/find_places.ts";
import {
  findStockTransfer,
  listStockTransfers,
  stockTransferQuery,
} from "../domain/stock/find_stock_transfers.ts";
import { place, placeStock } from "../domain/stock/place.ts";
import { stockTransfer } from "../domain/stock/stock_transfer.ts";
import { listed } from "./listed.ts";

/** Goods, and where they lie. */
export const stock = [
  listed(
    "stock-places",
    "products.read",
    placeQuery,
    place,
    (db, _, query) => listPlaces(db, query),
    place,
    (db, _, id) => findPlace(db, id),
  ),
  listed(
    "place-stock",
    "products.read",
    placeStockQuery,
    placeStock,
    (db, _, query) => listPlaceStock(db, query),
  ),
  listed(
    "stock-transfers",
    "products.read",
    stockTransferQuery,
    stockTransfer,
    (db, _, query) => listStockTransfers(db, query),
    stockTransfer,
    (db, _, id) => findStockTransfer(db, id),
  ),
  listed(
    "products",
    "products.read",
    productQuery,
    listedProduct,
    listProducts,
    productDetail,
    findProductDetail,
  ),
  listed(
    "stock-movements",
    "products.read",
    movementQuery,
    movement,
    listMovements,
    movement,
    findMovement,
  ),
  listed("serials", "products.read", serialQuery, serial, listSerials, serialLife, findLife, true),
];
