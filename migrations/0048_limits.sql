-- What those who may not exceed it do by themselves: docs/roles.md, "Limits". Money in local currency.
alter table settings
  add column discount_limit numeric(7,4) not null default 50
    check (discount_limit >= 0 and discount_limit <= 100),
  add column stock_move_limit numeric(15,3) not null default 10000 check (stock_move_limit >= 0),
  add column stock_move_value_limit numeric(15,2) check (stock_move_value_limit >= 0), -- null: none
  add column void_limit numeric(15,2) check (void_limit >= 0);                         -- null: none
