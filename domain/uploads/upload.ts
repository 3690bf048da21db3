import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { relatedType } from "../records/related.ts";

const kind = () =>
  field.text(60).transform((words) => words.toLowerCase().replace(/[-\s]+/g, "_"))
    .meta({
      override: {
        type: "string",
        maxLength: 60,
        description: "any word, such as photo, packing_list, bill_of_lading, commercial_invoice",
      },
    });

/** What is told about the files of one request. Source: docs/records.md, "Upload". */
export const newUpload = withAliases(
  z.object({
    related_type: relatedType().optional(),
    related_id: field.id().optional(),
    kind: kind().optional(),
    /** the name a phone gave it before it had an id */
    client_id: field.text(100).optional(),
  }),
  { entity_type: "related_type", entity_id: "related_id" },
);

export const uploadFilters = {
  related_type: relatedType().optional(),
  related_id: field.id().optional(),
  kind: kind().optional(),
};

export const uploadRecord = z.object({
  ...answer.common,
  file_name: answer.text,
  content_type: answer.text,
  size_bytes: answer.wholeNumber,
  sha256: answer.text,
  width: answer.wholeNumber.nullable(),
  height: answer.wholeNumber.nullable(),
  kind: answer.text.nullable(),
  related_type: answer.text.nullable(),
  related_id: answer.id.nullable(),
  client_id: answer.text.nullable(),
  /** the file; like everything else it needs the token */
  url: answer.text,
  /** null: no picture */
  thumbnail_url: answer.text.nullable(),
}).meta({ id: "Upload" });
export type Upload = z.output<typeof uploadRecord>;
