import { type Deed } from "./deed.ts";

export const files: Deed[] = [
  ["engineer", "POST /uploads", {
    related_type: "service_ticket",
    related_id: "{paid.id}",
    kind: "Photo",
  }, { files: ["photo.jpg"], as: "photo" }],
  ["accounts", "POST /uploads", { entity_type: "shipment", entity_id: "{shipment.id}" }, {
    files: ["packing list.pdf", "crate.png"],
  }],
  ["sales", "POST /uploads", { client_id: "phone-photo-1" }, { files: ["loose.png"], as: "loose" }],
  ["owner", "POST /uploads", { related_type: "product", related_id: 1, kind: "photo" }, {
    files: ["product.jpg"],
  }],
  ["sales", "POST /uploads", {}, { files: ["program.exe"] }],
  ["sales", "POST /uploads", { related_type: "planet", related_id: 1 }, { files: ["photo.jpg"] }],
  ["sales", "POST /uploads", { related_type: "lc_tt", related_id: 1 }, { files: ["photo.jpg"] }],
  ["sales", "POST /uploads", {}, { files: [] }],
  ["sales", "PATCH /uploads/{loose.id}", {
    related_type: "customer",
    related_id: "{customer.id}",
  }],
  ["sales", "PATCH /uploads/{loose.id}", { related_type: "invoice", related_id: "{invoice.id}" }],
  ["engineer", "PATCH /uploads/{loose.id}", { related_type: "task", related_id: 1 }],
  ["sales", "PATCH /uploads/999999", { related_type: "task", related_id: 1 }],
  ["sales", "PATCH /uploads/{loose.id}", { related_type: "task" }],
];
