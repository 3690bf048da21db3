import { z } from "zod";
import { createUploads } from "../../domain/uploads/create_uploads.ts";
import {
  findFile,
  findUpload,
  listUploads,
  uploadQuery,
} from "../../domain/uploads/find_uploads.ts";
import { keepFiles } from "../../domain/uploads/keep_files.ts";
import { linkUpload, lockUpload } from "../../domain/uploads/link_upload.ts";
import type { Uploads } from "../../domain/uploads/store.ts";
import { upload, uploadLink } from "../../domain/uploads/upload.ts";
import { FileAnswer } from "../http/file_answer.ts";
import { type Area, get, patch, postForm } from "../http/route.ts";

/** Open to every role: what of it one may reach depends on the record that a file belongs to. */
export function uploads(uploads: Uploads): Area {
  return {
    name: "Uploads",
    says: "Photos and papers of records.",
    routes: [
      get("/uploads", {
        summary: "List uploads",
        may: "signed_in",
        query: uploadQuery,
        answer: z.array(upload.schema),
      }, ({ wire, actor, query }) => listUploads(wire, actor, query)),
      postForm(
        "/uploads",
        {
          summary: "Upload one or several JPG, PNG, WEBP or PDF files",
          may: "signed_in",
          body: upload.entry,
          answer: z.union([upload.schema, z.array(upload.schema)]),
          creates: true,
        },
        uploads,
        ({ db, actor, body, files }) => keepFiles(db, actor, uploads, body, files),
        async ({ tx, actor, body, prepared }) => {
          const made = await createUploads(tx, actor, body, prepared.files, uploads.quotaBytes);
          return made.length === 1 ? made[0] : made;
        },
      ),
      get(
        "/uploads/:id",
        {
          summary: "The file of an upload",
          may: "signed_in",
          answer: ["image/jpeg", "image/png", "image/webp", "application/pdf"],
        },
        async ({ db, actor, id }) => new FileAnswer(await findFile(db, actor, uploads, id, "file")),
      ),
      get(
        "/uploads/:id/thumbnail",
        {
          summary: "A small picture of an image, at most 320 pixels a side",
          may: "signed_in",
          answer: ["image/webp"],
        },
        async ({ db, actor, id }) =>
          new FileAnswer(await findFile(db, actor, uploads, id, "thumbnail")),
      ),
      patch("/uploads/:id", {
        summary: "Say what record a file belongs to that was sent before it",
        may: "signed_in",
        body: uploadLink,
        answer: upload.schema,
        versionOf: async (tx, actor, id) => (await lockUpload(tx, actor, id)).version,
      }, ({ tx, actor, id, body }) => linkUpload(tx, actor, id, body)),
      get("/uploads/:id/meta", {
        summary: "What is known of an upload",
        may: "signed_in",
        answer: upload.schema,
      }, ({ wire, actor, id }) => findUpload(wire, actor, id)),
    ],
  };
}
