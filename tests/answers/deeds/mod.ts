import type { Deed } from "./deed.ts";
import { files } from "./files.ts";
import { goods } from "./goods.ts";
import { imports } from "./imports.ts";
import { parties } from "./parties.ts";
import { people } from "./people.ts";
import { receiving } from "./receiving.ts";
import { repairs } from "./repairs.ts";
import { selling } from "./selling.ts";

/** The whole script, in the order in which each finds what it needs. */
export const deeds: Deed[] = [
  ...people,
  ...parties,
  ...goods,
  ...imports,
  ...receiving,
  ...selling,
  ...repairs,
  ...files,
];
