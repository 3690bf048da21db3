import { type Deed, offline } from "./deed.ts";

export const selling: Deed[] = [
  ["sales", "POST /invoices?dry_run=true", {
    customer_id: "{customer.id}",
    items: [{ product_id: "{ink.id}", quantity: 1, unit_price: 1300 }],
  }],
  ["accounts", "POST /invoices", {
    customer_id: "{customer.id}",
    invoice_date: "2026-06-15",
    due_date: "2026-07-15",
    items: [
      {
        product_id: "{head.id}",
        quantity: 2,
        unit_price: "115000.50",
        discount_percent: 2.5,
        serial_numbers: ["REC-H-1", "rec-h-2"],
      },
      { product_id: "{ink.id}", quantity: "1.5", unit_price: 1300, discount: 50, wat: 1 },
      { description: "Delivery", quantity: 1, unit_price: 500 },
    ],
    discount: 100,
    vat_percent: "5",
    notes: "Recorded",
    payment: { amount: 1000, method: "bkash", reference: "TX-1" },
    ...offline(),
  }, { as: "invoice" }],
  ["accounts", "POST /invoices/receive-payment", {
    customer_id: "{debtor.id}",
    amount: "5000.50",
    method: "Cheque",
    cheque_number: "CQ-1",
    cheque_date: "2026-06-20",
    note: "On account",
    payment_date: "2026-06-15",
    wat: 1,
    ...offline(),
  }, { as: "payment" }],
  ["sales", "POST /invoices", {
    customer_id: "{debtor.id}",
    items: [{ description: "Repair", quantity: 1, unit_price: 3000 }],
  }, { as: "small" }],
  ["sales", "POST /invoices", {
    customer_id: "{debtor.id}",
    items: [{ product_id: "{ink.id}", quantity: 1, unit_price: 1300 }],
  }, { as: "wrong" }],
  ["sales", "POST /invoices", {
    customer_id: "{debtor.id}",
    items: [{ description: "Beyond the limit", quantity: 1, unit_price: 900000 }],
    override_credit_limit: true,
  }],
  ["manager", "POST /invoices", {
    customer_id: "{debtor.id}",
    items: [{ description: "Beyond the limit", quantity: 1, unit_price: 400000 }],
    override_credit_limit: true,
  }],
  ["sales", "POST /invoices", {
    customer_id: "{customer.id}",
    items: [{ product_id: "{ink.id}", quantity: 9000, unit_price: 1 }],
  }],
  ["sales", "POST /invoices", {
    customer_id: "{customer.id}",
    items: [{
      product_id: "{head.id}",
      quantity: 1,
      unit_price: 1,
      serial_numbers: ["REC-H-1"],
    }],
  }],
  ["sales", "POST /invoices", { customer_id: 999999, items: [{ quantity: 0, unit_price: -1 }] }],
  ["store", "POST /invoices", { customer_id: 1, items: [] }],
  ["sales", "POST /invoices/{wrong.id}/void", { reason: "Wrong customer" }],
  ["sales", "POST /invoices/{wrong.id}/void", { reason: "Again" }],
  ["sales", "POST /invoices/{wrong.id}/void", {}],
  ["accounts", "POST /payments/customer-receipts", {
    invoice_id: "{invoice.id}",
    amount: 2000,
    method: "bank",
    reference: "B-1",
  }, { as: "bounced" }],
  ["accounts", "POST /invoices/receive-payment", {
    customer_id: "{customer.id}",
    amount: 1500,
    allocations: [{ invoice_id: "{invoice.id}", amount: 1500 }],
  }],
  ["accounts", "POST /invoices/receive-payment", { customer_id: "{customer.id}", amount: 0 }],
  ["accounts", "POST /invoices/receive-payment", {
    customer_id: "{customer.id}",
    amount: 10,
    allocations: [{ invoice_id: "{small.id}", amount: 10 }],
  }],
  ["sales", "POST /invoices/receive-payment", { customer_id: "{customer.id}", amount: 10 }],
  ["accounts", "POST /invoices/{small.id}/allocate", {
    payment_id: "{payment.id}",
    amount: 1200.5,
  }],
  ["accounts", "POST /invoices/{small.id}/allocate", { payment_id: "{payment.id}" }],
  ["accounts", "POST /invoices/{small.id}/allocate", { payment_id: "{payment.id}", amount: 99999 }],
  ["sales", "POST /invoices/{small.id}/void", { reason: "It is paid" }],
  ["accounts", "POST /payments/{bounced.id}/reverse", { reason: "Bounced" }],
  ["accounts", "POST /payments/{bounced.id}/reverse", { reason: "Again" }],
  ["accounts", "POST /payments/999999/reverse", { reason: "x" }],
];
