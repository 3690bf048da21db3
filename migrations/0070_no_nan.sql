-- PostgreSQL's NaN is a numeric above every other, so `x >= 0` lets it in, and one such row makes every sum
-- over its column NaN. Columns with an upper limit refuse it by that; these have none.
alter table account_months
  add constraint account_months_credit_is_a_number check (credit <> 'NaN'),
  add constraint account_months_debit_is_a_number check (debit <> 'NaN');
alter table acknowledgements
  add constraint acknowledgements_risk_amount_local_is_a_number check (risk_amount_local <> 'NaN');
alter table approval_requests
  add constraint approval_requests_risk_amount_local_is_a_number check (risk_amount_local <> 'NaN');
alter table bill_of_entry_items
  add constraint bill_of_entry_items_ait_is_a_number check (ait <> 'NaN'),
  add constraint bill_of_entry_items_at_is_a_number check (at <> 'NaN'),
  add constraint bill_of_entry_items_cd_is_a_number check (cd <> 'NaN'),
  add constraint bill_of_entry_items_computed_ait_is_a_number check (computed_ait <> 'NaN'),
  add constraint bill_of_entry_items_computed_at_is_a_number check (computed_at <> 'NaN'),
  add constraint bill_of_entry_items_computed_cd_is_a_number check (computed_cd <> 'NaN'),
  add constraint bill_of_entry_items_computed_rd_is_a_number check (computed_rd <> 'NaN'),
  add constraint bill_of_entry_items_computed_sd_is_a_number check (computed_sd <> 'NaN'),
  add constraint bill_of_entry_items_computed_vat_is_a_number check (computed_vat <> 'NaN'),
  add constraint bill_of_entry_items_rd_is_a_number check (rd <> 'NaN'),
  add constraint bill_of_entry_items_sd_is_a_number check (sd <> 'NaN'),
  add constraint bill_of_entry_items_vat_is_a_number check (vat <> 'NaN');
alter table bill_of_entry_lines
  add constraint bill_of_entry_lines_ait_is_a_number check (ait <> 'NaN'),
  add constraint bill_of_entry_lines_assessable_value_is_a_number check (assessable_value <> 'NaN'),
  add constraint bill_of_entry_lines_at_is_a_number check (at <> 'NaN'),
  add constraint bill_of_entry_lines_cd_is_a_number check (cd <> 'NaN'),
  add constraint bill_of_entry_lines_computed_ait_is_a_number check (computed_ait <> 'NaN'),
  add constraint bill_of_entry_lines_computed_at_is_a_number check (computed_at <> 'NaN'),
  add constraint bill_of_entry_lines_computed_cd_is_a_number check (computed_cd <> 'NaN'),
  add constraint bill_of_entry_lines_computed_rd_is_a_number check (computed_rd <> 'NaN'),
  add constraint bill_of_entry_lines_computed_sd_is_a_number check (computed_sd <> 'NaN'),
  add constraint bill_of_entry_lines_computed_vat_is_a_number check (computed_vat <> 'NaN'),
  add constraint bill_of_entry_lines_gross_kg_is_a_number check (gross_kg <> 'NaN'),
  add constraint bill_of_entry_lines_net_kg_is_a_number check (net_kg <> 'NaN'),
  add constraint bill_of_entry_lines_quantity_is_a_number check (quantity <> 'NaN'),
  add constraint bill_of_entry_lines_rd_is_a_number check (rd <> 'NaN'),
  add constraint bill_of_entry_lines_sd_is_a_number check (sd <> 'NaN'),
  add constraint bill_of_entry_lines_vat_is_a_number check (vat <> 'NaN');
alter table bills_of_entry
  add constraint bills_of_entry_challan_amount_is_a_number check (challan_amount <> 'NaN'),
  add constraint bills_of_entry_customs_rate_is_a_number check (customs_rate <> 'NaN'),
  add constraint bills_of_entry_invoice_value_is_a_number check (invoice_value <> 'NaN');
alter table customs_tariffs
  add constraint customs_tariffs_ait_per_unit_is_a_number check (ait_per_unit <> 'NaN'),
  add constraint customs_tariffs_ait_percent_is_a_number check (ait_percent <> 'NaN'),
  add constraint customs_tariffs_at_per_unit_is_a_number check (at_per_unit <> 'NaN'),
  add constraint customs_tariffs_at_percent_is_a_number check (at_percent <> 'NaN'),
  add constraint customs_tariffs_cd_per_unit_is_a_number check (cd_per_unit <> 'NaN'),
  add constraint customs_tariffs_cd_percent_is_a_number check (cd_percent <> 'NaN'),
  add constraint customs_tariffs_rd_per_unit_is_a_number check (rd_per_unit <> 'NaN'),
  add constraint customs_tariffs_rd_percent_is_a_number check (rd_percent <> 'NaN'),
  add constraint customs_tariffs_sd_per_unit_is_a_number check (sd_per_unit <> 'NaN'),
  add constraint customs_tariffs_sd_percent_is_a_number check (sd_percent <> 'NaN'),
  add constraint customs_tariffs_vat_per_unit_is_a_number check (vat_per_unit <> 'NaN'),
  add constraint customs_tariffs_vat_percent_is_a_number check (vat_percent <> 'NaN');
alter table customs_terms
  add constraint customs_terms_air_freight_percent_is_a_number check (air_freight_percent <> 'NaN'),
  add constraint customs_terms_insurance_percent_is_a_number check (insurance_percent <> 'NaN'),
  add constraint customs_terms_landing_percent_is_a_number check (landing_percent <> 'NaN'),
  add constraint customs_terms_sea_freight_percent_is_a_number check (sea_freight_percent <> 'NaN');
alter table discrepancies
  add constraint discrepancies_replacement_lost_is_a_number check (replacement_lost <> 'NaN'),
  add constraint discrepancies_replacement_value_is_a_number check (replacement_value <> 'NaN');
alter table duty_estimates
  add constraint duty_estimates_ait_is_a_number check (ait <> 'NaN'),
  add constraint duty_estimates_assessable_value_is_a_number check (assessable_value <> 'NaN'),
  add constraint duty_estimates_at_is_a_number check (at <> 'NaN'),
  add constraint duty_estimates_cd_is_a_number check (cd <> 'NaN'),
  add constraint duty_estimates_rd_is_a_number check (rd <> 'NaN'),
  add constraint duty_estimates_sd_is_a_number check (sd <> 'NaN'),
  add constraint duty_estimates_vat_is_a_number check (vat <> 'NaN');
alter table expenses
  add constraint expenses_vat_amount_is_a_number check (vat_amount <> 'NaN');
alter table invoices
  add constraint invoices_discount_is_a_number check (discount <> 'NaN'),
  add constraint invoices_paid_is_a_number check (paid <> 'NaN'),
  add constraint invoices_returned_is_a_number check (returned <> 'NaN');
alter table lc_loan_payments
  add constraint lc_loan_payments_interest_is_a_number check (interest <> 'NaN'),
  add constraint lc_loan_payments_principal_is_a_number check (principal <> 'NaN');
alter table lc_loans
  add constraint lc_loans_amount_is_a_number check (amount <> 'NaN'),
  add constraint lc_loans_interest_percent_is_a_number check (interest_percent <> 'NaN');
alter table payments
  add constraint payments_allocated_is_a_number check (allocated <> 'NaN'),
  add constraint payments_refunded_is_a_number check (refunded <> 'NaN');
alter table place_stock
  add constraint place_stock_quantity_is_a_number check (quantity <> 'NaN');
alter table receipt_items
  add constraint receipt_items_accepted_purchase_is_a_number check (accepted_purchase <> 'NaN'),
  add constraint receipt_items_accepted_qty_is_a_number check (accepted_qty <> 'NaN'),
  add constraint receipt_items_accepted_within_qty_is_a_number check (accepted_within_qty <> 'NaN'),
  add constraint receipt_items_accounted_qty_is_a_number check (accounted_qty <> 'NaN'),
  add constraint receipt_items_excess_qty_is_a_number check (excess_qty <> 'NaN'),
  add constraint receipt_items_rejected_purchase_is_a_number check (rejected_purchase <> 'NaN'),
  add constraint receipt_items_replaced_value_is_a_number check (replaced_value <> 'NaN'),
  add constraint receipt_items_short_purchase_is_a_number check (short_purchase <> 'NaN');
alter table settings
  add constraint settings_stock_move_limit_is_a_number check (stock_move_limit <> 'NaN'),
  add constraint settings_stock_move_value_limit_is_a_number check (stock_move_value_limit <> 'NaN'),
  add constraint settings_tt_advance_limit_usd_is_a_number check (tt_advance_limit_usd <> 'NaN'),
  add constraint settings_void_limit_is_a_number check (void_limit <> 'NaN');
alter table shipment_items
  add constraint shipment_items_accepted_within_qty_is_a_number check (accepted_within_qty <> 'NaN'),
  add constraint shipment_items_accounted_qty_is_a_number check (accounted_qty <> 'NaN');
alter table stock_place_moves
  add constraint stock_place_moves_quantity_is_a_number check (quantity <> 'NaN');
alter table stock_transfer_lines
  add constraint stock_transfer_lines_lost_is_a_number check (lost <> 'NaN'),
  add constraint stock_transfer_lines_quantity_is_a_number check (quantity <> 'NaN'),
  add constraint stock_transfer_lines_received_is_a_number check (received <> 'NaN'),
  add constraint stock_transfer_lines_sent_back_is_a_number check (sent_back <> 'NaN');
alter table supplier_returns
  add constraint supplier_returns_gross_weight_is_a_number check (gross_weight <> 'NaN');
alter table vat_challans
  add constraint vat_challans_net_is_a_number check (net <> 'NaN'),
  add constraint vat_challans_vat_is_a_number check (vat <> 'NaN');
alter table vat_rates
  add constraint vat_rates_standard_percent_is_a_number check (standard_percent <> 'NaN'),
  add constraint vat_rates_trade_percent_is_a_number check (trade_percent <> 'NaN');
alter table vat_returns
  add constraint vat_returns_carried_in_is_a_number check (carried_in <> 'NaN'),
  add constraint vat_returns_payable_is_a_number check (payable <> 'NaN');
alter table withheld_taxes
  add constraint withheld_taxes_amount_is_a_number check (amount <> 'NaN'),
  add constraint withheld_taxes_base_is_a_number check (base <> 'NaN'),
  add constraint withheld_taxes_rate_is_a_number check (rate <> 'NaN');
