-- Names of the settings in `fields` that are applied suggestions: a profile keeps those that hold for the bank's next file,
-- too, and all that a person sent.
alter table imports add column suggested text[] not null default '{}';
