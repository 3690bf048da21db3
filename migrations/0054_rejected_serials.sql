-- Which pieces were rejected, where they have numbers: until now a sentence in the line's note.
alter table receipt_items add column rejected_serial_numbers text[] not null default '{}';
