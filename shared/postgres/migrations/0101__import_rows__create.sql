-- The rows of an import as understood, and what is to become of each.
create table import_rows (
  household_id uuid not null,
  import_id uuid not null,
  line integer not null,
  record_id uuid not null default gen_random_uuid(),
  verdict text not null check (verdict in ('new', 'duplicate', 'update', 'invalid', 'excluded')),
  verdict_made boolean not null default false,
  values_made jsonb,
  date date,
  amount numeric,
  currency text,
  name text,
  category text,
  tags text[] not null default '{}',
  notes text,
  account text,
  more jsonb not null default '{}',
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  account_id uuid,
  of_id uuid,
  certainty text check (certainty in ('exact', 'likely')),
  primary key (household_id, import_id, line),
  constraint import_rows_import foreign key (household_id, import_id)
    references imports (household_id, id) on delete cascade,
  constraint import_rows_of_match check ((of_id is not null) = (verdict in ('duplicate', 'update')))
);
create index import_rows_of on import_rows (household_id, of_id) where of_id is not null;
comment on column import_rows.line is 'Physical line on which the row starts.';
comment on column import_rows.record_id is 'The id that the row''s record gets when it is created: known before, so that nothing is written twice.';
comment on column import_rows.verdict_made is 'A person chose the verdict: it is not judged again.';
comment on column import_rows.values_made is 'Values that a person corrected, by name; they stay when the content is read again.';
comment on column import_rows.more is 'What only this type of import has, by name.';
comment on column import_rows.account_id is 'The account that the row is about, when the household has it.';
comment on column import_rows.of_id is 'The stored record that the row is a duplicate or an update of.';
