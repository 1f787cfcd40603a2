-- Which days of a new account are compared with the marks.
alter table removed_provider_accounts add column last_day date;
comment on column removed_provider_accounts.last_day is 'Day of its newest row that the provider brought; null: it had none.';
