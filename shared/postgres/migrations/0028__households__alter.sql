-- The day of a row that a bank dates by an instant must not change when the household's time zone does.
alter table households add column former_time_zones jsonb not null default '[]';
comment on column households.former_time_zones is 'The time zones before this one, oldest first, each with the instant until which it held. At most 20.';
