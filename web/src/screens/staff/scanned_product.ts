import type { Scan } from "../../core/answers.ts";
import { ApiError, NoAnswer, readFresh, readKept, searchHere } from "../../kit/mod.ts";
import type { Values } from "../../records/mod.ts";

/** What the server says, else what this phone knows; nothing where the server knows of none. */
export async function known<T>(path: string): Promise<Partial<T>> {
  const read = await readFresh(path).catch((error) => {
    if (error instanceof NoAnswer) return readKept(path);
    if (!(error instanceof ApiError)) throw error;
  });
  return (read?.data ?? {}) as Partial<T>;
}

export const scanned = (code: string) => known<Scan>(`/scan/${encodeURIComponent(code)}`);

/** The product that a code stands for, and the piece where it is a serial; without the server by SKU. */
export async function productOf(code: string): Promise<Values | undefined> {
  const { kind, id, title, serial } = await scanned(code);
  if (serial?.product_id) {
    return {
      product_id: String(serial.product_id),
      product_id_title: serial.product_name ?? serial.serial_number,
      serial_number: serial.serial_number,
      quantity: "1",
    };
  }
  if (kind === "product") return { product_id: String(id), product_id_title: title ?? "" };
  const here = await searchHere(code);
  const product = here.find((hit) => hit.exact && hit.path.startsWith("/products/"));
  return product && { product_id: String(product.id), product_id_title: product.title };
}
