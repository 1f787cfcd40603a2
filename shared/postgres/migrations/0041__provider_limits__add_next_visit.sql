-- Those who are refused are told when to ask again, each a later moment. Some databases have the column
-- already: for a while 0010 made it.
alter table provider_limits add column if not exists next_visit timestamptz;
comment on column provider_limits.next_visit is 'When the next one who is refused should ask again: each is told a later moment.';
