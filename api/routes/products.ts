import { z } from "zod";
import { createProduct } from "../../domain/products/create_product.ts";
import {
  findProductDetail,
  listedProduct,
  listProducts,
  productQuery,
} from "../../domain/products/find_products.ts";
import { product, productDetail } from "../../domain/products/product.ts";
import { updateProduct } from "../../domain/products/update_product.ts";
import { findMovement, listMovements, movementQuery } from "../../domain/stock/find_movements.ts";
import { movement } from "../../domain/stock/movement.ts";
import { moveStock, newMovement } from "../../domain/stock/move_stock.ts";
import { type Area, get, post, put } from "../http/route.ts";

export const products: Area = {
  name: "Products and stock",
  says: "Products, their movements and serials.",
  routes: [
    get("/products", {
      summary: "Product list",
      may: "products.read",
      query: productQuery,
      answer: z.array(listedProduct.schema),
    }, ({ wire, actor, query }) => listProducts(wire, actor, query)),
    get("/products/:id", {
      summary: "Product details with the newest stock movements",
      may: "products.read",
      answer: productDetail.schema,
    }, ({ wire, actor, id }) => findProductDetail(wire, actor, id)),
    post("/products", {
      summary: "Create a product",
      may: "products.write",
      body: product.entry,
      asks: "product.create",
      answer: product.schema,
      creates: true,
    }, ({ tx, actor, body }) => createProduct(tx, actor, body)),
    put("/products/:id", {
      summary: "Update a product",
      may: "products.write",
      body: product.changes,
      answer: product.schema,
      versionOf: "products",
    }, ({ tx, actor, id, body }) => updateProduct(tx, actor, id, body)),
    post("/products/stock-movement", {
      summary: "Stock in, stock out or adjustment",
      offline: "stock_movement",
      may: "stock.move",
      body: newMovement,
      asks: "stock.move",
      answer: movement.schema,
      creates: true,
      location: ({ id }) => `/products/stock-movements/${id}`,
    }, ({ tx, actor, body }) => moveStock(tx, actor, body)),
    get("/products/stock-movements", {
      summary: "Stock movement list",
      may: "products.read",
      query: movementQuery,
      answer: z.array(movement.schema),
      aliases: ["/stock/movements"],
    }, ({ wire, actor, query }) => listMovements(wire, actor, query)),
    get("/products/stock-movements/:id", {
      summary: "One stock movement",
      may: "products.read",
      answer: movement.schema,
    }, ({ wire, actor, id }) => findMovement(wire, actor, id)),
  ],
};
