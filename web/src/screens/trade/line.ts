/** A line of an invoice as it is entered; numbers are text, exact as typed. */
export interface Line {
  product_id: string;
  description: string;
  quantity: string;
  unit_price: string;
  /** off the whole line, where there is one */
  discount?: string;
  serial_numbers: string[];
  unit?: string;
  stock?: string;
  /** the product's own rate of VAT, which goes before the invoice's */
  vat?: string;
  /** every piece has a number of its own, and is sold by it */
  serialized?: boolean;
}
