-- A new account that may be one the household has: a person decides.
create table account_suggestions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  account_id uuid not null,
  candidate_id uuid not null,
  created_at timestamptz not null default now(),
  constraint account_suggestions_once unique (account_id, candidate_id),
  constraint account_suggestions_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint account_suggestions_candidate foreign key (household_id, candidate_id)
    references accounts (household_id, id) on delete cascade
);
-- The list of open suggestions, newest first.
create index account_suggestions_household on account_suggestions (household_id, created_at);
-- Deleting an account.
create index account_suggestions_candidate_id on account_suggestions (candidate_id);
comment on table account_suggestions is 'Two accounts that may be one: the provider listed account_id as new, and it looks like candidate_id.';
