-- Rules are suggested from what people edited; what they accepted or dismissed is not suggested again.

create table rule_decisions (
  household_id uuid not null references households (id) on delete cascade,
  suggestion_id uuid not null,
  conditions json not null,
  actions json not null,
  created_at timestamptz not null default now(),
  constraint rule_decisions_pkey primary key (household_id, suggestion_id)
);
comment on table rule_decisions is 'Suggested rules that a person accepted or dismissed: what they do is not suggested in other words either.';

-- The latest edits of people, from which rules are suggested.
create index changes_edits on changes (household_id, id)
  where cause = 'key' and kind = 'transactions' and operation = 'updated' and record_id is not null;
