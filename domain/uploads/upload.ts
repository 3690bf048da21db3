import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { many } from "../records/embedded.ts";
import { anybody, count, id, text, word } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { type RelatedType, relatedType, relatedTypes } from "../records/related.ts";
import { costsShownTo } from "./readable.ts";

/** Source: docs/records.md, "Upload". */
export const upload = record("Upload", "u", {
  ...named({
    example: { reference_no: "FIL-2026-000041", title: "packing list.pdf" },
    title: sql`u.file_name`,
  }),
  file_name: text("What the file was called when it was sent.", { example: "packing list.pdf" }),
  content_type: text("What it is, told by its content.", { example: "application/pdf" }),
  size_bytes: count("How large it is.", { example: 183_204 }),
  sha256: text("The hash of its bytes.", { example: "9f86d081884c7d65…" }),
  width: count("In pixels; null: no picture.", { example: 1600, nullable: true }),
  height: count("In pixels; null: no picture.", { example: 1200, nullable: true }),
  kind: text("Any word, such as photo, packing_list, bill_of_lading, commercial_invoice.", {
    example: "packing_list",
    entry: "optional",
    reads: field.text(60).transform((words) => words.toLowerCase().replace(/[-\s]+/g, "_"))
      .meta({ override: { type: "string", maxLength: 60 } }),
  }),
  related_type: word(relatedTypes, "What kind of record it belongs to.", {
    example: "shipment",
    entry: "optional",
    reads: relatedType(),
    aliases: ["entity_type"],
  }),
  related_id: id("That record's id.", {
    example: 12,
    entry: "optional",
    aliases: ["entity_id"],
  }),
  client_id: text("The name a phone gave it before it had an id.", {
    example: "0192f0c1-6d7e-7c9a-b5a1-2f3e4d5c6b7a",
    max: 100,
    entry: "optional",
  }),
  url: text("Where the file is; like everything else it needs the token.", {
    example: "/api/v1/uploads/41",
    sql: sql`concat('/api/v1/uploads/', u.id)`,
  }),
  thumbnail_url: text("A small picture of it; null: no picture.", {
    example: null,
    nullable: true,
    sql: sql`case when u.width is not null
      then concat('/api/v1/uploads/', u.id, '/thumbnail') end`,
  }),
  ...stamps(),
});
export type Upload = z.output<typeof upload.schema>;

/** What of an upload may leave the database; whoever may read it sees all of it. */
export const columns = upload.columns(anybody);

const { related_type, related_id, kind } = upload.entry.shape;
export const uploadFilters = {
  related_type: related_type.describe("Files of this kind of record."),
  related_id: related_id.describe("Files of the record with this id."),
  kind: kind.describe("Files of this kind."),
};

/** To what record a file belongs. */
export const uploadLink = record("UploadLink", "u", {
  related_type: word(relatedTypes, "What kind of record it belongs to.", {
    example: "shipment",
    entry: "required",
    reads: relatedType(),
    aliases: ["entity_type"],
  }),
  related_id: id("That record's id.", { example: 12, entry: "required", aliases: ["entity_id"] }),
}).entry;

/**
 * The files of one record as a field of its detail, oldest first: `uploads: uploadsOf("rma", sql`r.id`)`.
 * Whoever reads the record reads its files, but papers of what goods cost only with the right to read
 * costs.
 */
export function uploadsOf(relatedType: RelatedType, recordId: Sql) {
  return many(upload, "Its files, oldest first.", {
    seenBy: "everybody",
    from: (reader) =>
      sql`from uploads u where u.related_type = ${relatedType} and u.related_id = ${recordId}
        and ${costsShownTo(reader)}`,
  });
}
