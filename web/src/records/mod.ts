/** The set that screens of records are made of: say what a record is, get list, detail and form. */
export { type DeskTable, deskTables, useDesk, useRoom } from "./desk.ts";
export { ChipRow } from "./chips.tsx";
export { Ask } from "./ask.tsx";
export { Choose } from "./choose.tsx";
export { type Action, type DetailDef, detailScreen, Do, type Section } from "./detail.tsx";
export { Facts } from "./facts.tsx";
export {
  type FieldDef,
  idOf,
  labelsOf,
  type OwnField,
  priority,
  type Values,
  valuesOf,
  yesNo,
} from "./fields.tsx";
export { faultsOf, refusal, Refused } from "./refusals.tsx";
export { type FormDef, formScreen } from "./form.tsx";
export { Files, filesOf, photosOf } from "./files.tsx";
export { saySaved, takeBack } from "./take_back.ts";
export { toList } from "./address.ts";
export { type ListDef, listScreen, PAGE, type RecordRow, ShowMore } from "./list.tsx";
export { AsTable, documentOf, Paperwork } from "./paperwork.tsx";
export { type Paper, paperOf, Papers, quantityOf, StatusBadge } from "./papers.tsx";
export { rt } from "./words.ts";
export { useLeftForm } from "./left_form.ts";
export { statusTone, statusWord } from "./statuses.ts";
export { Pick, type Source } from "./pick.tsx";
export { SuggestLinks } from "./suggest.tsx";
export { Unsent, UnsentRows } from "./unsent.tsx";
export { useUsual } from "./usual.ts";
