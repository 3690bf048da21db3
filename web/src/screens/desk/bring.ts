import { deskTables } from "../../records/mod.ts";

deskTables.bring = () => import("./desk.tsx");
