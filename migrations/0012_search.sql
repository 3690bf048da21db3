-- One search box over everything (decisions, section 3, "Also"). Each searchable table has one text
-- with all that its rows can be found by, and one index of its three-letter pieces.
create extension if not exists pg_trgm;

-- The parts stand between bars, so that '|ABC|' finds a whole part, '|ABC' its beginning, and 'ABC' any
-- piece of it. Upper case; Bangla digits as Latin ones; codes without what people put between their
-- letters; of phones the last ten digits. domain/overview/search_words.ts does the same to what is
-- asked. Declared immutable although array_to_string is not: of texts it is.
create function search_text(codes text[], names text[] default '{}', phones text[] default '{}')
returns text language sql immutable parallel safe
return '|' || upper(translate(array_to_string(codes, '|'), '০১২৩৪৫৬৭৮৯ -./_', '0123456789'))
  || '|' || upper(translate(array_to_string(names, '|'), '০১২৩৪৫৬৭৮৯', '0123456789'))
  || '|' || (select coalesce(string_agg(right(regexp_replace(
      translate(phone, '০১২৩৪৫৬৭৮৯', '0123456789'), '\D', '', 'g'), 10), '|'), '')
    from unnest(phones) phone)
  || '|';

alter table products add search_text text not null
  generated always as (search_text(array[sku], array[name, brand, model])) stored;
create index products_search on products using gin (search_text gin_trgm_ops);

alter table customers add search_text text not null generated always as
  (search_text(array[reference_no], array[name, company_name, email], array[phone])) stored;
create index customers_search on customers using gin (search_text gin_trgm_ops);

alter table suppliers add search_text text not null generated always as
  (search_text(array[reference_no], array[name, contact_person, email], array[phone, whatsapp])) stored;
create index suppliers_search on suppliers using gin (search_text gin_trgm_ops);

alter table users add search_text text not null generated always as
  (search_text(array[reference_no, employee_code], array[name, email], array[phone])) stored;
create index users_search on users using gin (search_text gin_trgm_ops);

alter table shipments add search_text text not null generated always as
  (search_text(array[reference_no, tracking_number, shipment_number, bl_number, container_number,
    external_ref])) stored;
create index shipments_search on shipments using gin (search_text gin_trgm_ops);

alter table receipts add search_text text not null
  generated always as (search_text(array[reference_no])) stored;
create index receipts_search on receipts using gin (search_text gin_trgm_ops);

alter table discrepancies add search_text text not null
  generated always as (search_text(array[reference_no])) stored;
create index discrepancies_search on discrepancies using gin (search_text gin_trgm_ops);

alter table rmas add search_text text not null generated always as
  (search_text(array[reference_no, machine_serial_number, board_serial_number,
    replacement_serial_number], array[customer_name, machine_model], array[customer_phone])) stored;
create index rmas_search on rmas using gin (search_text gin_trgm_ops);

alter table service_tickets add search_text text not null generated always as
  (search_text(array[reference_no, serial_number], array[machine_model])) stored;
create index service_tickets_search on service_tickets using gin (search_text gin_trgm_ops);

alter table tasks add search_text text not null
  generated always as (search_text(array[reference_no], array[title])) stored;
create index tasks_search on tasks using gin (search_text gin_trgm_ops);

alter table invoices add search_text text not null
  generated always as (search_text(array[reference_no])) stored;
create index invoices_search on invoices using gin (search_text gin_trgm_ops);

alter table payments add search_text text not null
  generated always as (search_text(array[reference_no, reference, cheque_number])) stored;
create index payments_search on payments using gin (search_text gin_trgm_ops);

alter table lc_tt add search_text text not null
  generated always as (search_text(array[reference_no, reference_number])) stored;
create index lc_tt_search on lc_tt using gin (search_text gin_trgm_ops);
