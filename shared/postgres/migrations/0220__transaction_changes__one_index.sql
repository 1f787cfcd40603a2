-- A line of the log is only ever looked for by its transaction: one index says that and which line it is. Each attribute that
-- a rule sets writes a line, and so one entry of an index less.
drop index transaction_changes_transaction_id;
alter table transaction_changes
  drop constraint transaction_changes_pkey,
  add primary key (transaction_id, id);
