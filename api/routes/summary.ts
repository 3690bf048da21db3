import * as overview from "../../domain/overview/summary.ts";
import { type Area, get } from "../http/route.ts";

export const summary: Area = {
  name: "Import and logistics summary",
  says: "Figures of all imports at once.",
  routes: [
    get("/import-logistics/summary", {
      summary: "Summary figures",
      may: "overview.read",
      answer: overview.summary.schema,
      mayLag: true,
      aliases: ["/import-logistics/control-center"],
    }, ({ db, actor }) => overview.findSummary(db, actor)),
  ],
};
