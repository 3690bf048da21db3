import sql, { type Sql } from "sql-template-tag";
import type { Reader } from "../records/kinds.ts";
import type { RelatedType } from "../records/related.ts";
import { costsShownTo } from "../uploads/readable.ts";

/** The ids of the pictures of a record as a JSON list, oldest first. */
export function photosOf(reader: Reader, relatedType: RelatedType, id: Sql): Sql {
  return sql`(select coalesce(json_agg(u.id order by u.id), '[]'::json) from uploads u
    where u.related_type = ${relatedType} and u.related_id = ${id} and u.width is not null
      and ${costsShownTo(reader)})`;
}
