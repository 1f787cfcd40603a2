-- A CSV that is to be imported: what was sent, how it was understood, and what became of it.
create table imports (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  type text not null,
  status text not null default 'pending'
    check (status in ('pending', 'publishing', 'complete', 'failed', 'undoing', 'undone')),
  account_id uuid,
  client_import_id text check (length(client_import_id) between 1 and 255),
  request_digest text not null,
  filename text not null,
  content_type text not null,
  byte_size integer not null,
  content bytea,
  fields jsonb not null default '{}',
  settings jsonb not null default '{}',
  report jsonb not null default '{}',
  profile jsonb,
  verdicts jsonb not null default '{}',
  rows_count integer not null default 0,
  invalid_rows_count integer not null default 0,
  skip_invalid boolean not null default false,
  rows_done integer not null default 0,
  summary jsonb not null default '{}',
  error jsonb,
  run_id uuid,
  deaths integer not null default 0,
  published_at timestamptz,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint imports_tenant unique (household_id, id),
  constraint imports_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete set null (account_id),
  constraint imports_running_has_run
    check (status not in ('publishing', 'undoing') or run_id is not null)
);
create index imports_household on imports (household_id, created_at desc, id);
create index imports_account_id on imports (household_id, account_id) where account_id is not null;
create unique index imports_client_id on imports (household_id, client_import_id) where client_import_id is not null;
create index imports_running on imports (updated_at) where status in ('publishing', 'undoing');
comment on column imports.content is 'The bytes as sent, so that other settings can read them again; dropped when they expire.';
comment on column imports.fields is 'The settings as sent, corrected or suggested: what the content is read with.';
comment on column imports.settings is 'The settings as resolved: what was sent, and what was inferred for the rest.';
comment on column imports.report is 'What preflight found in the content as a whole.';
comment on column imports.request_digest is 'SHA-256 over content and fields: whether a client_import_id comes again with the same request.';
comment on column imports.run_id is 'Id of the current or last run, of publishing or of undoing, which is its job''s id.';
