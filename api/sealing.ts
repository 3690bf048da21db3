import type { AuditKeys } from "../domain/audit/audit_keys.ts";
import { findAuditHead } from "../domain/audit/find_audit.ts";
import { sealAudit } from "../domain/audit/seal_audit.ts";
import { businessDate } from "../domain/business/business.ts";
import type { Database } from "../domain/db/connect.ts";
import { log } from "./http/log.ts";
import type { Metrics } from "./http/metrics.ts";
import { repeat } from "./repeating.ts";

const PAUSE_MS = 1000;
const COMPLAIN_EVERY_MS = 60_000;

export interface Sealing {
  /** Seals what is left and ends. */
  stop(): Promise<void>;
}

/**
 * Seals the audit log about once a second and logs its head once a day and at the end: noted outside
 * the database, it shows a log that was cut off later.
 */
export function keepSealing(database: Database, keys: AuditKeys, metrics: Metrics): Sealing {
  let stopping = false;
  let loggedOn = "";
  let complainedAt = -Infinity;

  async function seal(): Promise<void> {
    try {
      metrics.deeds((await sealAudit(database, keys)).actions);
      if (loggedOn !== businessDate() || stopping) {
        const { sealed_rows, hash } = await findAuditHead(database);
        log("info", "audit_head", { sealed_rows, hash });
        loggedOn = businessDate();
      }
    } catch (error) {
      metrics.sealFailure();
      if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return;
      complainedAt = performance.now();
      log("error", "audit_not_sealed", { error: (error as Error).message });
    }
  }

  const end = repeat(seal, PAUSE_MS);
  return {
    async stop() {
      stopping = true;
      await end();
      await seal();
    },
  };
}
