-- Pairs of transactions that move money between accounts of the household.

create table transfers (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  inflow_transaction_id uuid not null,
  outflow_transaction_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'confirmed')),
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  matched boolean not null default false,
  rate numeric,
  constraint transfers_pair unique (inflow_transaction_id, outflow_transaction_id),
  constraint transfers_inflow foreign key (household_id, inflow_transaction_id)
    references transactions (household_id, id) on delete cascade,
  constraint transfers_outflow foreign key (household_id, outflow_transaction_id)
    references transactions (household_id, id) on delete cascade
);
comment on column transfers.matched is 'Linked by the service itself: it ends when the two no longer fit. Not set by people, rules and imports.';
comment on column transfers.rate is 'Between two currencies: what one unit that arrived cost of what left. Later pairs are measured by it.';
create index transfers_outflow_id on transfers (outflow_transaction_id);
create index transfers_household on transfers (household_id);
create unique index transfers_matched_inflow on transfers (inflow_transaction_id) where matched;
create unique index transfers_matched_outflow on transfers (outflow_transaction_id) where matched;
-- The rates that a household's own transfers had.
create index transfers_rated on transfers (household_id) where rate is not null;

create table rejected_transfers (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  inflow_transaction_id uuid not null,
  outflow_transaction_id uuid not null,
  created_at timestamptz not null default now(),
  constraint rejected_transfers_pair unique (inflow_transaction_id, outflow_transaction_id),
  constraint rejected_transfers_inflow foreign key (household_id, inflow_transaction_id)
    references transactions (household_id, id) on delete cascade,
  constraint rejected_transfers_outflow foreign key (household_id, outflow_transaction_id)
    references transactions (household_id, id) on delete cascade
);
create index rejected_transfers_outflow_id on rejected_transfers (outflow_transaction_id);
create index rejected_transfers_household on rejected_transfers (household_id);

create table transfer_suggestions (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
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
