-- A CSV: what was sent, how it was understood, and what became of each row.

create table import_profiles (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 255),
  type text not null,
  account_id uuid,
  settings jsonb not null default '{}',
  header_fingerprint text check (header_fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint import_profiles_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete set null (account_id)
);
comment on column import_profiles.settings is 'Request fields of an import, as sent.';
comment on column import_profiles.header_fingerprint is 'SHA-256 of the type and the normalised header cells; null until the first import made with the profile.';
-- Lists by name, and keeps names apart.
create unique index import_profiles_name on import_profiles (household_id, name);
-- Recognises a file by its header; several accounts at one bank have the same.
create index import_profiles_fingerprint on import_profiles (household_id, type, header_fingerprint)
  where header_fingerprint is not null;
-- Deleting an account.
create index import_profiles_account_id on import_profiles (household_id, account_id) where account_id is not null;

create table imports (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  type text not null,
  status text not null default 'pending'
    check (status in ('pending', 'publishing', 'complete', 'failed', 'undoing', 'undone')),
  account_id uuid,
  client_import_id text check (length(client_import_id) >= 1 and length(client_import_id) <= 255),
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
  judged boolean not null default true,
  suggested text[] not null default '{}',
  content_gzip boolean not null default false,
  save_profile jsonb,
  restored_by uuid,
  constraint imports_tenant unique (household_id, id),
  constraint imports_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete set null (account_id),
  constraint imports_judging_has_run check (judged or status <> 'pending' or run_id is not null),
  constraint imports_running_has_run check (status not in ('publishing', 'undoing') or run_id is not null)
);
comment on column imports.request_digest is 'SHA-256 over content and fields: whether a client_import_id comes again with the same request.';
comment on column imports.content is 'The bytes as sent, so that other settings can read them again; dropped when they expire.';
comment on column imports.fields is 'The settings as sent, corrected or suggested: what the content is read with.';
comment on column imports.settings is 'The settings as resolved: what was sent, and what was inferred for the rest.';
comment on column imports.report is 'What preflight found in the content as a whole.';
comment on column imports.run_id is 'Id of the current or last run, of publishing or of undoing, which is its job''s id.';
comment on column imports.deaths is 'Workers that vanished over the run.';
comment on column imports.judged is 'Whether the verdicts say what publishing would do; false until a worker has looked at a large file.';
comment on column imports.save_profile is 'The profile that publishing keeps: {name, settings, headerFingerprint}; then also {id, savedAt, before}, for undo.';
comment on column imports.restored_by is 'The import session that restored it from an export: not shown, it says what files know transactions by.';
create index imports_household on imports (household_id, created_at desc, id);
create index imports_account_id on imports (household_id, account_id) where account_id is not null;
create unique index imports_client_id on imports (household_id, client_import_id) where client_import_id is not null;
create index imports_running on imports (updated_at) where status in ('publishing', 'undoing');
-- Runs whose job may be lost, over all households.
create index imports_unjudged on imports (updated_at) where status = 'pending' and not judged;
-- delete-old-import-content: content that is kept, by age; complete files keep theirs for a while, too.
create index imports_content on imports (created_at) where content is not null;
create index imports_restored_by on imports (household_id, restored_by) where restored_by is not null;

create table import_rows (
  household_id uuid not null,
  import_id uuid not null,
  line integer not null,
  record_id uuid not null default uuidv7(),
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
  pending boolean not null default false,
  constraint import_rows_pkey primary key (household_id, import_id, line),
  constraint import_rows_import foreign key (household_id, import_id)
    references imports (household_id, id) on delete cascade,
  constraint import_rows_of_match check ((of_id is not null) = (verdict in ('duplicate', 'update')))
);
comment on column import_rows.line is 'Physical line on which the row starts.';
comment on column import_rows.record_id is 'The id that the row''s record gets when it is created: known before, so that nothing is written twice.';
comment on column import_rows.verdict_made is 'A person chose the verdict: it is not judged again.';
comment on column import_rows.values_made is 'Values that a person corrected, by name; they stay when the content is read again.';
comment on column import_rows.more is 'What only this type of import has, by name.';
comment on column import_rows.account_id is 'The account that the row is about, when the household has it.';
comment on column import_rows.of_id is 'The stored record that the row is a duplicate or an update of.';
comment on column import_rows.pending is 'The file says that the bank has not booked the row yet.';
create index import_rows_of on import_rows (household_id, of_id) where of_id is not null;
create index import_rows_bank_id on import_rows (household_id, ((more ->> 'external_id')))
  where of_id is not null and ((more ->> 'external_id') is not null);
-- What files have listed as pending, to know it when a file lists it again.
create index import_rows_pending on import_rows (household_id, account_id, date) where pending;
