import * as overview from "../../domain/overview/dashboard.ts";
import { type Area, get } from "../http/route.ts";

export const dashboard: Area = {
  name: "Dashboard",
  says: "The figures of the day, by role.",
  routes: [
    get("/dashboard", {
      summary: "The figures of the day, each with the list that it opens",
      may: "overview.read",
      answer: overview.dashboard.schema,
      mayLag: true,
    }, ({ db, actor }) => overview.findDashboard(db, actor)),
  ],
};
