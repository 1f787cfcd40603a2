-- Divides the table transactions by hash of household_id; docs/SCALING.md says when, and what it costs. With the service stopped:
--
--   PGOPTIONS='-c ledgerline.partitions=16' psql "$DATABASE_SESSION_URL" -v ON_ERROR_STOP=1 -f deploy/sql/partition-transactions.sql
--   psql "$DATABASE_SESSION_URL" -c 'vacuum (analyze) transactions'
--
-- One transaction: whatever ends it leaves the table as it was. It reads keys, indexes, triggers and rights from the catalog, so that
-- it carries over what later migrations add, and fails where something would be lost.
begin;
set local lock_timeout = '10s';
set local statement_timeout = 0;

do $$
declare
  partitions constant integer := coalesce(nullif(current_setting('ledgerline.partitions', true), ''), '16');
  whole constant regclass := 'transactions';
  before text[];
  settings text[];
  keys text[] := '{}';
  after text[];
  statistics text[];
  columns text;
  storage text;
  definition text;
  found record;
  part text;
begin
  if exists (select from pg_class where oid = whole and relkind = 'p') then
    raise exception 'transactions has partitions already';
  end if;
  execute 'lock table transactions' || (
    select coalesce(string_agg(distinct ', ' || neighbour::regclass, ''), '')
    from pg_constraint
    cross join lateral (values (conrelid), (confrelid)) as near (neighbour)
    where contype = 'f' and whole in (conrelid, confrelid) and neighbour <> whole
  );

  select string_agg(obstacle, ', ') into definition
  from (
    select 'row level security, a tablespace or its own replica identity' from pg_class
    where oid = whole and (relrowsecurity or reltablespace <> 0 or relreplident <> 'd')
    union all
    select 'a publication' from pg_publication_rel where prrelid = whole
    union all
    select 'settings or rights of a single column' from pg_attribute
    where attrelid = whole and (attacl is not null or attoptions is not null or attstattarget >= 0)
    union all
    select 'a trigger that is not enabled as usual' from pg_trigger
    where tgrelid = whole and not tgisinternal and tgenabled <> 'O'
    union all
    select 'the constraint ' || conname from pg_constraint
    where whole in (conrelid, confrelid) and (contype = 'x' or not convalidated)
  ) as found (obstacle);
  if definition is not null then
    raise exception 'transactions has what would be lost: %', definition;
  end if;

  select array_agg(format('alter table %s drop constraint %I', conrelid::regclass, conname)) into before
  from pg_constraint
  where contype = 'f' and confrelid = whole and conrelid <> whole;

  select array_agg(setting), max(options) into settings, storage
  from (
    select format('alter table %%1$s owner to %s', relowner::regrole),
      array_to_string(reloptions, ', ')
    from pg_class where oid = whole
    union all
    select format('grant %s on %%1$s to %s%s', privilege_type,
        case when grantee = 0 then 'public' else grantee::regrole::text end,
        case when is_grantable then ' with grant option' else '' end), null
    from pg_class cross join lateral aclexplode(relacl)
    where oid = whole and grantee <> relowner
    union all
    select format('comment on table %%1$s is %L', text), null
    from obj_description(whole, 'pg_class') as text where text is not null
  ) as own (setting, options);

  -- Not those that are generated.
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
  from pg_attribute
  where attrelid = whole and attnum > 0 and not attisdropped and attgenerated = '';

  -- A statement reads one partition, and is planned by what is known of that one.
  select array_agg(regexp_replace(pg_get_statisticsobjdef(oid), '^CREATE STATISTICS \S+( \([^)]*\))? ON (.*) FROM \S+$',
    format('create statistics %%1$s_%s\1 on \2 from %%1$s', regexp_replace(stxname, '^transactions_', '')))) into statistics
  from pg_statistic_ext
  where stxrelid = whole;

  for found in
    select r.relname as name, i.indisunique as is_unique, c.oid is not null as is_constraint,
      coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(r.oid)) as definition,
      obj_description(r.oid, 'pg_class') as comment
    from pg_index i
    join pg_class r on r.oid = i.indexrelid
    left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = whole and c.contype in ('p', 'u')
    where i.indrelid = whole and i.indisvalid
    order by not i.indisprimary, c.oid is null, r.relname
  loop
    definition := found.definition;
    -- A unique key of a divided table holds what divides it: an id of one household is of no other, so it says the same.
    if found.is_unique and definition !~ '\([^)]*\mhousehold_id\M' then
      definition := regexp_replace(definition, '( USING \w+ |^[A-Z ]+)\(', '\1(household_id, ');
    end if;
    if found.is_constraint then
      -- The primary key is then what a unique key was there for.
      continue when substring(definition from '\(.*') = any (select substring(made from '\(.*') from unnest(keys) as made);
      definition := format('alter table transactions add constraint %I %s', found.name, definition);
    end if;
    keys := keys || definition;
    if found.comment is not null then
      keys := keys || format('comment on index %I is %L', found.name, found.comment);
    end if;
  end loop;

  select array_agg(statement) into after
  from (
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint
    where contype = 'f' and conparentid = 0 and whole in (conrelid, confrelid)
    union all
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = whole and not tgisinternal
  ) as made (statement);

  foreach part in array coalesce(before, '{}') loop execute part; end loop;
  alter table transactions rename to transactions_whole;
  create table transactions (like transactions_whole including all excluding indexes excluding statistics)
    partition by hash (household_id);
  for place in -1 .. partitions - 1 loop
    part := case when place < 0 then 'transactions' else format('transactions_p%s', place) end;
    if place >= 0 then
      execute format('create table %s partition of transactions for values with (modulus %s, remainder %s)%s',
        part, partitions, place, ' with (' || storage || ')');
      foreach definition in array coalesce(statistics, '{}') loop execute format(definition, part); end loop;
    end if;
    foreach definition in array settings loop execute format(definition, part); end loop;
  end loop;
  execute format('insert into transactions (%1$s) select %1$s from transactions_whole', columns);
  -- Gives its name, and those of its indexes, to the new ones. Fails where a view reads it.
  drop table transactions_whole;
  foreach definition in array keys || after loop execute definition; end loop;
end
$$;

commit;
