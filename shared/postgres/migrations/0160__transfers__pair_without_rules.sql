-- The service pairs transfers on its own: what it linked may be undone when the bank changes its mind, and one
-- transaction is never in two such transfers, whoever else is at work.
alter table transfers
  add column matched boolean not null default false,
  add column rate numeric;
comment on column transfers.matched is 'Linked by the service itself: it ends when the two no longer fit. Not set by people, rules and imports.';
comment on column transfers.rate is 'Between two currencies: what one unit that arrived cost of what left. Later pairs are measured by it.';
create unique index transfers_matched_inflow on transfers (inflow_transaction_id) where matched;
create unique index transfers_matched_outflow on transfers (outflow_transaction_id) where matched;
-- The rates that a household's own transfers had.
create index transfers_rated on transfers (household_id) where rate is not null;

create table transfer_suggestions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  inflow_transaction_id uuid not null,
  outflow_transaction_id uuid not null,
  created_at timestamptz not null default now(),
  constraint transfer_suggestions_once unique (inflow_transaction_id, outflow_transaction_id),
  constraint transfer_suggestions_inflow foreign key (household_id, inflow_transaction_id)
    references transactions (household_id, id) on delete cascade,
  constraint transfer_suggestions_outflow foreign key (household_id, outflow_transaction_id)
    references transactions (household_id, id) on delete cascade
);
comment on table transfer_suggestions is 'Two transactions that may be one transfer: a person decides. What is dismissed goes to rejected_transfers.';
-- The list, newest first; and what a transaction takes with it.
create index transfer_suggestions_household on transfer_suggestions (household_id, created_at desc, id);
create index transfer_suggestions_outflow_id on transfer_suggestions (outflow_transaction_id);

-- A run that pairs transfers among all transactions and applies no rule.
alter table rule_runs
  drop constraint rule_runs_scope_known,
  add constraint rule_runs_scope_known check (scope in ('all', 'changed', 'transfers'));
comment on column rule_runs.scope is 'changed: what rule_work holds for the household; all: every transaction; transfers: every one, only paired.';

alter table transaction_changes
  drop constraint transaction_changes_source_check,
  add constraint transaction_changes_source_check check (source in ('rule', 'user', 'provider', 'transfer'));
