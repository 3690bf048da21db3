-- Faulty pieces of our own stock go to a supplier with the customers' cases; until it is known what came of them
-- the line carries what they left stock with (1160).
alter table supplier_return_lines
  alter column rma_id drop not null,
  add column product_id bigint references products,
  add column quantity numeric(15,3) check (quantity > 0),
  add column serial_numbers text[] not null default '{}',
  add column fault_description text,
  add column value numeric(15,2) check (value >= 0),
  add constraint case_or_stock check ((rma_id is null) = (product_id is not null)),
  add constraint stock_says_how_many check (
    (product_id is null) = (quantity is null) and (product_id is null) = (value is null));
create index supplier_return_lines_of_a_product on supplier_return_lines (product_id) where product_id is not null;

-- What the supplier answers for, from the day he brought the piece; null: not known.
alter table products add column supplier_warranty_months integer check (supplier_warranty_months between 0 and 600);
