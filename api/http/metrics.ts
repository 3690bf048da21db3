import type { Database } from "../../domain/db/connect.ts";
import { VERSION } from "../../domain/version.ts";
import { family, heading, type Labels, line } from "./prometheus_text.ts";

/**
 * What a monitor may ask about this process, in Prometheus's text format. By hand: prom-client works
 * here too, but takes 27 MB of memory for the same lines.
 */

const BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 5];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Durations {
  labels: Labels;
  count: number;
  sum_seconds: number;
  /** requests up to each of BUCKETS_SECONDS */
  buckets: number[];
}

export interface Request {
  method: string;
  /** the route's template, never the path asked for: the number of lines must stay small */
  route: string;
  status: number;
  seconds: number;
  /** of the problem it was answered with */
  code?: string;
}

export class Metrics {
  readonly #started = Date.now();
  readonly #requests = new Map<string, Durations>();
  readonly #deeds = new Map<string, number>();
  #loginFailures = 0;
  #unhandledErrors = 0;
  #sealFailures = 0;
  inFlight = 0;

  request({ method, route, status, seconds, code }: Request): void {
    const labels = { method: METHODS.has(method) ? method : "other", route, status };
    const key = `${labels.method} ${route} ${status}`;
    let durations = this.#requests.get(key);
    if (!durations) {
      durations = { labels, count: 0, sum_seconds: 0, buckets: BUCKETS_SECONDS.map(() => 0) };
      this.#requests.set(key, durations);
    }
    durations.count++;
    durations.sum_seconds += seconds;
    BUCKETS_SECONDS.forEach((limit, i) => seconds <= limit && durations.buckets[i]++);
    if (code === "invalid_credentials") this.#loginFailures++;
    if (code === "internal_error") this.#unhandledErrors++;
  }

  /** Deeds as the audit log tells them once it is sealed: kept ones only, each by one server. */
  deeds(actions: Map<string, number>): void {
    for (const [action, count] of actions) {
      this.#deeds.set(action, (this.#deeds.get(action) ?? 0) + count);
    }
  }

  sealFailure(): void {
    this.#sealFailures++;
  }

  render(database: Database): string {
    const { rss, heapUsed } = Deno.memoryUsage();
    const pool = database.pool();
    const gauge = (name: string, help: string, value: number) =>
      family(name, "gauge", help, [[{}, value]]);
    const counter = (name: string, help: string, value: number) =>
      family(name, "counter", help, [[{}, value]]);
    return [
      family("backoffice_info", "gauge", "The version that runs.", [[{ version: VERSION }, 1]]),
      this.#durations(),
      gauge("http_requests_in_flight", "Requests being answered.", this.inFlight),
      gauge("backoffice_db_transactions_open", "Connections in use by transactions.", pool.inUse),
      gauge(
        "backoffice_db_transactions_waiting",
        "Transactions waiting for a connection.",
        pool.waiting,
      ),
      gauge("backoffice_db_transactions_limit", "Transactions possible at once.", pool.limit),
      counter("backoffice_db_statements_total", "SQL statements sent.", database.statements.count),
      counter(
        "backoffice_login_failures_total",
        "Logins with wrong credentials.",
        this.#loginFailures,
      ),
      family(
        "backoffice_deeds_total",
        "counter",
        "What was done and kept, postings among it, by action of the audit log.",
        [...this.#deeds].map(([action, count]) => [{ action }, count]),
      ),
      counter(
        "backoffice_unhandled_errors_total",
        "Bugs: errors answered with 500.",
        this.#unhandledErrors,
      ),
      counter(
        "backoffice_audit_seal_failures_total",
        "Times the audit log could not be sealed.",
        this.#sealFailures,
      ),
      gauge("process_resident_memory_bytes", "Memory of the process.", rss),
      gauge("process_heap_bytes", "JavaScript heap in use.", heapUsed),
      gauge("process_start_time_seconds", "When the process started.", this.#started / 1000),
      gauge(
        "process_uptime_seconds",
        "For how long it has run.",
        (Date.now() - this.#started) / 1000,
      ),
    ].join("");
  }

  #durations(): string {
    const all = [...this.#requests.values()];
    const lines = all.flatMap((
      { labels, count, sum_seconds, buckets },
    ): [string, Labels, number][] => [
      ...buckets.map((below, i): [string, Labels, number] => [
        "_bucket",
        { ...labels, le: BUCKETS_SECONDS[i] },
        below,
      ]),
      ["_bucket", { ...labels, le: "+Inf" }, count],
      ["_sum", labels, sum_seconds],
      ["_count", labels, count],
    ]);
    const name = "http_request_duration_seconds";
    return family(
      "http_requests_total",
      "counter",
      "Requests answered.",
      all.map((each) => [each.labels, each.count]),
    ) +
      heading(name, "histogram", "How long answers took.") +
      lines.map(([suffix, labels, value]) => line(name + suffix, labels, value)).join("");
  }
}
