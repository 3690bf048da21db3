import type { z } from "zod";
import type { Actor } from "../../domain/access/access.ts";
import type { PhoneFields } from "../../domain/phones/client_records.ts";
import type { TokenKeys } from "../../domain/access/token_keys.ts";
import type { IncomingFile } from "../../domain/uploads/store.ts";

/** What comes with a connection, and what the chain before a route finds out about its request. */
export interface AppEnv {
  Bindings: { remoteAddr?: { hostname: string } };
  Variables: {
    requestId: string;
    address: string;
    keys: TokenKeys;
    /** whether browsers reach us over https only */
    https: boolean;
    actor: Actor;
    sessionId: number;
    id: number;
    bodyBytes: Uint8Array;
    /** how long a body may take beside the time for its bytes; undefined: the usual */
    bodyGraceMs: number | undefined;
    files: IncomingFile[];
    /** what a phone says about its write */
    phone: PhoneFields;
    ignoredFields: string[];
    ignoredQuery: string[];
    problemCode: string;
    /** what the route answers, by which its refusals are cut too */
    answer: z.ZodType | string[];
  };
}
