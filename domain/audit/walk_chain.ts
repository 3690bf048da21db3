import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { type Head, type SealedText, sealedText, sealHash, START } from "./chain.ts";

const ROWS_AT_ONCE = 1000;
const EDITED_KEPT = 100;

export interface VerifyOptions {
  /** a head noted earlier outside the database: shows a log that was cut and whose head was set back */
  expectedHead?: Head;
  onProgress?: (rows: number) => void;
}

interface Link {
  seal_number: number;
  audit_id: number;
  hash: string;
  sealed_at: string;
  /** null: the row is gone */
  text: SealedText | null;
}

type Edited = Link & { text: SealedText; previous: string };
type Run = { first: Link; last: Link; rows: number };

/** Goes along the seals 1 to `lastSeal`; answers where the chain ends and what is wrong on the way. */
export async function walkChain(
  db: Db,
  lastSeal: number,
  { expectedHead, onProgress }: VerifyOptions,
): Promise<{ end: Head; problems: string[] }> {
  const problems: string[] = [];
  const edited: Edited[] = [];
  let editedBeyond = 0;
  const deleted: Run[] = [];
  let end: Head = { sealed_rows: 0, hash: START };
  while (end.sealed_rows < lastSeal) {
    const links = await linksAfter(db, end.sealed_rows, lastSeal);
    if (links.length === 0) break;
    for (const link of links) {
      const { seal_number, hash, text } = link;
      if (seal_number > end.sealed_rows + 1) problems.push(gap(end.sealed_rows, seal_number));
      else if (text === null) addToRun(deleted, link);
      else if (sealHash(end.hash, text) !== hash) {
        if (edited.length === EDITED_KEPT) editedBeyond++;
        else edited.push({ ...link, text, previous: end.hash });
      }
      if (seal_number === expectedHead?.sealed_rows && hash !== expectedHead.hash) {
        problems.push(
          `Seal ${seal_number} is not the head that was noted earlier: the audit log was rewritten.`,
        );
      }
      end = { sealed_rows: seal_number, hash };
    }
    onProgress?.(end.sealed_rows);
  }
  if (expectedHead && expectedHead.sealed_rows > end.sealed_rows) {
    problems.push(
      `The head noted earlier counts ${expectedHead.sealed_rows} sealed rows, now there are ` +
        `${end.sealed_rows}: the end of the audit log was cut off.`,
    );
  }
  problems.push(...deleted.map((run) => deletion(run, lastSeal)), ...edits(edited));
  if (editedBeyond > 0) problems.push(`${editedBeyond} more audit rows are not what was sealed.`);
  return { end, problems };
}

function linksAfter(db: Db, sealNumber: number, lastSeal: number): Promise<Link[]> {
  return db.query<Link[]>(sql`
    select s.seal_number, s.audit_id, s.hash, s.sealed_at,
      case when a.id is not null then ${sealedText(sql`a`)} end as text
    from audit_seals s left join audit_log a on a.id = s.audit_id
    where s.seal_number > ${sealNumber} and s.seal_number <= ${lastSeal}
    order by s.seal_number limit ${ROWS_AT_ONCE}`);
}

function gap(before: number, after: number): string {
  const [first, last] = [before + 1, after - 1];
  return first === last
    ? `Seal ${first} is missing: an audit row was deleted together with its seal.`
    : `Seals ${first} to ${last} are missing: audit rows were deleted together with their seals.`;
}

/** Collects rows deleted one after the other, so that a run of them is told in one sentence. */
function addToRun(runs: Run[], link: Link): void {
  const run = runs.at(-1);
  if (run?.last.seal_number === link.seal_number - 1) {
    run.last = link;
    run.rows++;
  } else runs.push({ first: link, last: link, rows: 1 });
}

function deletion({ first, last, rows }: Run, lastSeal: number): string {
  const which = rows === 1
    ? `Audit row ${first.audit_id}, sealed at ${first.sealed_at}, was deleted`
    : `Audit rows ${first.audit_id} to ${last.audit_id} (${rows} rows, sealed from ` +
      `${first.sealed_at} to ${last.sealed_at}) were deleted`;
  return last.seal_number === lastSeal
    ? `${which}: the end of the audit log was cut off.`
    : `${which}.`;
}

/** Two rows that would fit in each other's place were swapped; the others were edited. */
function edits(rows: Edited[]): string[] {
  const sentences: string[] = [];
  const swapped = new Set<Edited>();
  for (const row of rows) {
    if (swapped.has(row)) continue;
    const other = rows.find((each) => each !== row && fits(row, each) && fits(each, row));
    if (other) {
      swapped.add(other);
      sentences.push(
        `Audit rows ${row.audit_id} and ${other.audit_id} were swapped: each has what was sealed ` +
          "in the other.",
      );
    } else {
      sentences.push(
        `Audit row ${row.audit_id} is not what was sealed at ${row.sealed_at}: the row or its seal ` +
          "was edited.",
      );
    }
  }
  return sentences;
}

/** Whether the content of `other` is what was sealed in the place of `row`. */
function fits(row: Edited, other: Edited): boolean {
  const [, ...content] = other.text;
  return sealHash(row.previous, [row.text[0], ...content]) === row.hash;
}
