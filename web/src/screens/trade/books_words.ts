import { words } from "../../kit/mod.ts";
import { en } from "../../strings/books.en.ts";

export const b = words(en, () => import("../../strings/books.bn.ts").then((all) => all.bn));
export { nameOf } from "./account_choice.ts";
