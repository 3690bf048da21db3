-- Rows that every posting changes have room in their page for a second version: one that finds none goes to another
-- page, and then into every index of the table, those of words too. And no index holds what a posting changes.
alter table products set (fillfactor = 50);
alter table place_stock set (fillfactor = 50);
alter table shipment_items set (fillfactor = 50);
alter table receipt_items set (fillfactor = 50);

-- it was for adding up what was received, which receipt_months does now
drop index receipt_items_accepted;
