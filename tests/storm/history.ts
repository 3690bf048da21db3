/** One deed that a client wants done once, whatever happens to his requests. */
export interface Deed {
  kind: Kind;
  /** stands in the record it makes, and is the key of its request */
  key: string;
  state: "open" | "acknowledged";
  id?: number;
  reference_no?: string;
}

/** Where a deed leaves its key. */
export const kinds = {
  customer: { table: "customers", column: "name", path: "/customers" },
  invoice: { table: "invoices", column: "notes", path: "/invoices" },
  payment: { table: "payments", column: "note", path: "/payments" },
  shipment: { table: "shipments", column: "notes", path: "/import-logistics/shipments" },
  receipt: { table: "receipts", column: "note", path: "/import-logistics/receipts" },
  upload: { table: "uploads", column: "file_name", path: "/uploads" },
} as const;
export type Kind = keyof typeof kinds;

const AFTERMATH_MS = 10_000;
/** Enough to see what is wrong. */
const FINDINGS = 30;

/** What was asked and answered, and what is wrong with it. */
export class History {
  readonly deeds: Deed[] = [];
  readonly findings = new Map<string, number>();
  /** how often each status was answered to what */
  readonly answers = new Map<string, number>();
  lastDone = 0;
  reads = 0;
  #fault: string | undefined;
  #over = -Infinity;

  /** Undefined where all is well and has been for a while. */
  get trouble(): string | undefined {
    return performance.now() - this.#over < AFTERMATH_MS ? this.#fault : undefined;
  }

  begins(fault: string): void {
    this.#fault = fault;
    this.#over = Infinity;
  }

  ends(): void {
    this.#over = performance.now();
  }

  answered(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }

  found(what: string): void {
    const line = `${what} (${this.trouble ?? "while all was well"})`;
    if (this.findings.has(line) || this.findings.size < FINDINGS) {
      this.findings.set(line, (this.findings.get(line) ?? 0) + 1);
    }
  }

  opened(kind: Kind, key: string): Deed {
    const deed: Deed = { kind, key, state: "open" };
    this.deeds.push(deed);
    return deed;
  }

  acknowledged(deed: Deed, made: { id: number; reference_no?: string }): void {
    Object.assign(deed, { state: "acknowledged", id: made.id, reference_no: made.reference_no });
    this.lastDone = performance.now();
  }
}
