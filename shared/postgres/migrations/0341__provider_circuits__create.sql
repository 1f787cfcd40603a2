create table provider_circuits (
  host text not null,
  failures integer not null,
  witnesses text[] not null,
  opened_at timestamptz,
  next_probe_at timestamptz,
  updated_at timestamptz not null,
  constraint provider_circuits_pkey primary key (host),
  constraint provider_circuits_open check ((opened_at is null) = (next_probe_at is null))
);
comment on table provider_circuits is 'Hosts of providers whose last calls failed, over all processes. Holds no household''s data.';
comment on column provider_circuits.failures is 'Calls that failed in a row.';
comment on column provider_circuits.witnesses is 'Digests of the keys whose calls failed, and what else speaks of the host itself.';
comment on column provider_circuits.next_probe_at is 'From then on one call may try whether the host is back.';
