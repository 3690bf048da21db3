import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { cleanFileName } from "../../domain/uploads/file_name.ts";
import type { Uploads } from "../../domain/uploads/store.ts";
import { matchLines } from "../../domain/treasury/match_lines.ts";
import { readStatement } from "../../domain/treasury/read_statement.ts";
import { reconcile } from "../../domain/treasury/reconcile.ts";
import { matching, reconciliation } from "../../domain/treasury/statement_line.ts";
import { takeStatement } from "../../domain/treasury/take_statement.ts";
import { type Area, get, post, postForm } from "../http/route.ts";

const statement = "/accounts/:id/statement";

export function statements(uploads: Uploads): Area {
  return {
    name: "Bank statements",
    says: "A bank's own lines, matched with the books.",
    routes: [
      get(statement, {
        summary: "What of a bank's statement and of the account's book is not matched",
        may: "books.read",
        answer: reconciliation.schema,
      }, ({ db, id }) => reconcile(db, id)),
      postForm(
        statement,
        {
          summary: "Take a bank's statement, a CSV or XLSX file, and propose what its lines are",
          may: "books.write",
          body: z.object({}),
          example: {},
          answer: reconciliation.schema,
        },
        uploads,
        async ({ files }) => {
          if (files.length !== 1) throw invalid({ file: "must be one CSV or XLSX file" });
          const [{ path, file_name }] = files;
          return {
            rows: await readStatement(path),
            file_name: cleanFileName(file_name),
            undo: () => Promise.resolve(),
          };
        },
        ({ tx, actor, id, prepared: { file_name, rows } }) =>
          takeStatement(tx, actor, id, file_name, rows),
      ),
      post("/accounts/:id/matches", {
        summary: "Confirm which line of the bank is which line of the account's book",
        may: "books.write",
        body: matching,
        example: { matches: [{ statement_line_id: 14, journal_line_id: 301 }] },
        answer: reconciliation.schema,
      }, ({ tx, actor, id, body }) => matchLines(tx, actor, id, body)),
    ],
  };
}
