-- Shipments and claims are found by what is in them.
create index shipment_items_texts on shipment_items using gin (product_name gin_trgm_ops, sku gin_trgm_ops)
  with (gin_pending_list_limit = 256);
