/** One thing that was looked at, and what to do where it is not as it should be. */
export interface Finding {
  /** stable, for programs */
  name: string;
  verdict: "good" | "warning" | "bad";
  /** what was found, for people */
  found: string;
  /** what to do; null where nothing is to be done */
  todo: string | null;
}

export function good(name: string, found: string): Finding {
  return { name, verdict: "good", found, todo: null };
}

export function warning(name: string, found: string, todo: string): Finding {
  return { name, verdict: "warning", found, todo };
}

export function bad(name: string, found: string, todo: string): Finding {
  return { name, verdict: "bad", found, todo };
}
