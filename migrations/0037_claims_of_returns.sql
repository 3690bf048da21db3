-- Faulty pieces that came back from a customer and are claimed from their supplier: one claim for each
-- shipment that the pieces of a line came by, so it is the claim that names the line.
alter table discrepancies
  add column credit_note_item_id bigint references credit_note_items,
  add constraint drafted_by_one_document check (receipt_item_id is null or credit_note_item_id is null);
create index discrepancies_of_return on discrepancies (credit_note_item_id)
  where credit_note_item_id is not null;
-- never written, and of one claim only
alter table credit_note_items drop column discrepancy_id;
