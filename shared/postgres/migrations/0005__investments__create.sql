-- Securities, what is held, and what was traded.

create table securities (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  ticker text,
  exchange_operating_mic text,
  name text,
  currency text check (currency ~ '^[A-Z]{3}$'),
  isin text,
  figi text,
  cusip text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint securities_tenant unique (household_id, id),
  constraint securities_ticker unique nulls not distinct (household_id, ticker, exchange_operating_mic, name)
);

create table holdings (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  account_id uuid not null,
  security_id uuid not null,
  date date not null,
  quantity numeric not null,
  price numeric,
  value numeric,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  cost_basis numeric,
  cost_basis_source text check (cost_basis_source in ('manual', 'calculated', 'provider')),
  source text not null default 'manual',
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint holdings_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint holdings_security foreign key (household_id, security_id)
    references securities (household_id, id) on delete cascade
);
comment on column holdings.external_id is 'The provider''s key of the position; null for imported ones.';
-- Imported holdings: one a day. The provider may hold one security twice (lots): its own key tells them apart.
create unique index holdings_imported_day on holdings (account_id, security_id, date, currency)
  where external_id is null;
create unique index holdings_provider_key on holdings (account_id, source, external_id) where external_id is not null;
create index holdings_household on holdings (household_id, account_id, date desc);
create index holdings_security_id on holdings (household_id, security_id);

create table trades (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  account_id uuid not null,
  security_id uuid not null,
  date date not null,
  name text not null,
  quantity numeric not null,
  price numeric not null,
  amount numeric not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  fee numeric,
  investment_activity_label text,
  notes text,
  source text not null default 'manual',
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  import_id uuid,
  import_external_id text,
  constraint trades_external_id unique (account_id, source, external_id),
  constraint trades_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint trades_security foreign key (household_id, security_id)
    references securities (household_id, id) on delete cascade
);
comment on column trades.import_id is 'The import of a CSV that created the row: its settings name the column of the id.';
comment on column trades.import_external_id is 'The bank''s own id of the row, from the column of the file that created it.';
create index trades_household on trades (household_id, date desc, id);
create index trades_import_external_id on trades (account_id, import_external_id)
  where import_external_id is not null;
create index trades_account_date on trades (account_id, date);
create index trades_security_id on trades (household_id, security_id);
