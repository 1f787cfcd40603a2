alter table transactions add column client_external_id text;
comment on column transactions.client_external_id is
  'The id of a client that added the row; stays when a bank sync takes the row over. Unique among the living rows of an account while clients add them; imports are not held to it.';
-- POST /transactions: whether the client added the row before.
create index transactions_client_external_id on transactions (account_id, client_external_id)
  where client_external_id is not null;

-- A run of the rules that follows a person's writes.
alter table rule_runs drop constraint rule_runs_trigger_check;
alter table rule_runs add constraint rule_runs_trigger_check
  check (trigger in ('request', 'sync', 'import', 'write'));
