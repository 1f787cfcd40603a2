-- Made again, since the order matters: of indexes that seem equally good, as where most households have one transfer or none, the
-- planner takes the last one. That was the household's, of which a deleted transaction then read all.
alter table transfers
  drop constraint transfers_pair,
  add constraint transfers_pair unique (inflow_transaction_id, outflow_transaction_id);
drop index transfers_outflow_id;
create index transfers_outflow_id on transfers (outflow_transaction_id);
alter table rejected_transfers
  drop constraint rejected_transfers_pair,
  add constraint rejected_transfers_pair unique (inflow_transaction_id, outflow_transaction_id);
drop index rejected_transfers_outflow_id;
create index rejected_transfers_outflow_id on rejected_transfers (outflow_transaction_id);
alter table transfer_suggestions
  drop constraint transfer_suggestions_once,
  add constraint transfer_suggestions_once unique (inflow_transaction_id, outflow_transaction_id);
alter table transaction_suggestions
  drop constraint transaction_suggestions_once,
  add constraint transaction_suggestions_once unique (transaction_id);
