/** What a customer is told at each of the 13 steps of his RMA; both languages are at hand at once. */
export const en = {
  hello: "Dear",
  board: "board",
  machine: "machine",
  number: "Your case number",
  draft:
    "we have noted your problem with the {thing}. Please bring it to us, or we will collect it.",
  received_from_customer: "we have received your {thing} and will check it now.",
  warranty_verified: "the warranty of your {thing} is checked and confirmed.",
  ready_to_send_supplier: "your {thing} is packed and goes to the manufacturer soon.",
  sent_to_supplier: "your {thing} is on its way to the manufacturer.",
  supplier_received: "the manufacturer has received your {thing}.",
  under_repair: "your {thing} is being repaired by the manufacturer.",
  replacement_approved: "good news: the manufacturer has approved a replacement for your {thing}.",
  return_in_transit: "your {thing} is on its way back to us.",
  received_back: "your {thing} has come back to us. You can collect it.",
  delivered_to_customer: "your {thing} has been handed over to you. Thank you for your patience.",
  closed: "the case of your {thing} is finished. Please call us if anything is wrong.",
  cancelled: "the case of your {thing} has been cancelled. Please call us for details.",
} as const;
