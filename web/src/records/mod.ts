/** The set that screens of records are made of: say what a record is, get list, detail and form. */
export { type DetailDef, detailScreen, Facts, type Section, takeBack } from "./detail.tsx";
export { type FieldDef, type FormDef, formScreen } from "./form.tsx";
export { type ListDef, listScreen, type RecordRow } from "./list.tsx";
export { statusTone, statusWord } from "./statuses.ts";
