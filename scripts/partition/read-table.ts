import type { Tx } from '../../shared/db/connect.ts';

/** An index of the table, that of a key among them. */
export interface TableIndex {
  /** Quoted where need be, as all names here. */
  readonly name: string;
  readonly isUnique: boolean;
  /** Without a condition. */
  readonly isWhole: boolean;
  readonly columns: readonly string[];
  /** `create index …`, or of a key what follows `add constraint name`. */
  readonly definition: string;
  readonly isConstraint: boolean;
  readonly comment: string | null;
}

interface ForeignKey {
  /** The table that has it. */
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** What a table has beside its rows, columns and CHECK constraints, as Postgres' catalog tells it. */
export interface TableParts {
  readonly owner: string;
  readonly comment: string | null;
  /** Storage parameters, as `with (…)` takes them; empty: none. */
  readonly options: string;
  /** Columns that are written: all but generated ones. */
  readonly columns: readonly string[];
  /** Statements with `%s` for the table: who may do what, and what is set for single columns. */
  readonly settings: readonly string[];
  /** Statements with `%s` for the table that make extended statistics. */
  readonly statistics: readonly string[];
  readonly indexes: readonly TableIndex[];
  /** Its own, those that refer to itself among them. */
  readonly foreignKeys: readonly ForeignKey[];
  /** Those of other tables that refer to it. */
  readonly referrers: readonly ForeignKey[];
  readonly triggers: readonly string[];
}

/** Tables that refer to `transactions`, and those that it refers to. */
export async function listNeighbours(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select distinct neighbour.oid::regclass::text as name
    from pg_constraint
    cross join lateral (values (conrelid), (confrelid)) as neighbour (oid)
    where contype = 'f'
      and 'transactions'::regclass in (conrelid, confrelid)
      and neighbour.oid <> 'transactions'::regclass
    order by name`;
  return rows.map(({ name }) => name);
}

/** Reads what `transactions` has. The caller holds its lock, so that nothing is added meanwhile. */
export async function readTable(tx: Tx): Promise<TableParts> {
  const [table] = await tx<[Pick<TableParts, 'owner' | 'comment' | 'options' | 'columns'>]>`
    select c.relowner::regrole::text as owner,
      obj_description(c.oid, 'pg_class') as comment,
      array_to_string(
        coalesce(c.reloptions, '{}') || array(
          select 'toast.' || option
          from pg_class t
          cross join lateral unnest(t.reloptions) option
          where t.oid = c.reltoastrelid
        ), ', ') as options,
      array(
        select quote_ident(attname)
        from pg_attribute
        where attrelid = c.oid
          and attnum > 0
          and not attisdropped
          and attgenerated = ''
        order by attnum
      ) as columns
    from pg_class c
    where c.oid = 'transactions'::regclass`;
  return {
    ...table,
    settings: [...(await readColumnSettings(tx)), ...(await readGrants(tx))],
    statistics: await readStatistics(tx),
    indexes: await readIndexes(tx),
    foreignKeys: await readForeignKeys(tx, true),
    referrers: await readForeignKeys(tx, false),
    triggers: await readTriggers(tx),
  };
}

async function readIndexes(tx: Tx): Promise<TableIndex[]> {
  return tx<TableIndex[]>`
    select quote_ident(r.relname) as name,
      i.indisunique as is_unique,
      i.indpred is null as is_whole,
      array(
        select quote_ident(a.attname)
        from unnest(i.indkey::smallint[]) with ordinality as part (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
        where part.place <= i.indnkeyatts
        order by part.place
      ) as columns,
      coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(r.oid)) as definition,
      c.oid is not null as is_constraint,
      obj_description(r.oid, 'pg_class') as comment
    from pg_index i
    join pg_class r on r.oid = i.indexrelid
    left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype in ('p', 'u')
    where i.indrelid = 'transactions'::regclass
      -- One that is not valid is what a failed "create index concurrently" left.
      and i.indisvalid
    order by not i.indisprimary, c.oid is null, r.relname`;
}

async function readForeignKeys(tx: Tx, own: boolean): Promise<ForeignKey[]> {
  return tx<ForeignKey[]>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f'
      and conparentid = 0
      and ${own ? tx`conrelid = 'transactions'::regclass` : tx`confrelid = 'transactions'::regclass and conrelid <> confrelid`}
    order by 1, 2`;
}

async function readTriggers(tx: Tx): Promise<string[]> {
  const rows = await tx<{ definition: string; enabled: string | null }[]>`
    select pg_get_triggerdef(oid) as definition,
      'alter table transactions ' || case tgenabled
        when 'D' then 'disable' when 'R' then 'enable replica' when 'A' then 'enable always'
      end || ' trigger ' || quote_ident(tgname) as enabled
    from pg_trigger
    where tgrelid = 'transactions'::regclass
      and not tgisinternal
    order by tgname`;
  return rows.flatMap(({ definition, enabled }) => [
    definition,
    ...(enabled === null ? [] : [enabled]),
  ]);
}

async function readColumnSettings(tx: Tx): Promise<string[]> {
  const rows = await tx<{ setting: string }[]>`
    select 'alter table %s alter column ' || quote_ident(attname) || ' set ' || setting as setting
    from pg_attribute
    cross join lateral (values
      ('statistics ' || case when attstattarget >= 0 then attstattarget end),
      ('(' || array_to_string(attoptions, ', ') || ')')
    ) as own (setting)
    where attrelid = 'transactions'::regclass
      and attnum > 0
      and not attisdropped
      and setting is not null
    order by attnum, setting`;
  return rows.map(({ setting }) => setting);
}

async function readStatistics(tx: Tx): Promise<string[]> {
  const rows = await tx<{ statement: string }[]>`
    select regexp_replace(
        pg_get_statisticsobjdef(oid),
        '^CREATE STATISTICS \\S+( \\([^)]*\\))? ON (.*) FROM \\S+$',
        format('create statistics %s_%s\\1 on \\2 from %s', '%s', regexp_replace(stxname, '^transactions_', ''), '%s')
      ) as statement
    from pg_statistic_ext
    where stxrelid = 'transactions'::regclass
    order by stxname`;
  return rows.map(({ statement }) => statement);
}

async function readGrants(tx: Tx): Promise<string[]> {
  const rows = await tx<{ granted: string }[]>`
    select format(
        'grant %s%s on %%s to %s%s',
        privilege_type,
        ' (' || quote_ident(col) || ')',
        case when grantee = 0 then 'public' else grantee::regrole::text end,
        case when is_grantable then ' with grant option' end
      ) as granted
    from (
      select relowner, null as col, relacl as acl
      from pg_class
      where oid = 'transactions'::regclass
      union all
      select relowner, attname, attacl
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      where attrelid = 'transactions'::regclass
    ) as given
    cross join lateral aclexplode(acl)
    where grantee <> relowner
    order by granted`;
  return rows.map(({ granted }) => granted);
}

/** What stands against partitions: what they cannot have, and what this command does not carry over. One phrase each. */
export async function listObstacles(tx: Tx): Promise<string[]> {
  const rows = await tx<{ obstacle: string }[]>`
    select obstacle
    from pg_class c
    cross join lateral (
      select 'row level security'
      where c.relrowsecurity or exists (select from pg_policy where polrelid = c.oid)
      union all
      select 'a tablespace of its own' where c.reltablespace <> 0
      union all
      select 'a replica identity of its own' where c.relreplident <> 'd'
      union all
      select 'the publication ' || quote_ident(pubname)
      from pg_publication_rel
      join pg_publication p on p.oid = prpubid
      where prrelid = c.oid
      union all
      select 'inheritance' where exists (select from pg_inherits where c.oid in (inhrelid, inhparent))
      union all
      select 'the constraint ' || quote_ident(conname) || ', which is not valid'
      from pg_constraint
      where c.oid in (conrelid, confrelid) and not convalidated
      union all
      select 'the exclusion constraint ' || quote_ident(conname)
      from pg_constraint
      where conrelid = c.oid and contype = 'x'
      union all
      select 'the foreign key ' || quote_ident(conname) || ' of ' || conrelid::regclass || ' without household_id'
      from pg_constraint
      where confrelid = c.oid
        and contype = 'f'
        and not (select attnum from pg_attribute where attrelid = c.oid and attname = 'household_id') = any(confkey)
      union all
      select 'the trigger ' || quote_ident(tgname) || ', for each row and with a table of rows'
      from pg_trigger
      where tgrelid = c.oid and tgtype & 1 = 1 and (tgoldtable is not null or tgnewtable is not null)
      union all
      select distinct pg_describe_object(classid, objid, objsubid)
      from pg_depend
      where (refclassid, refobjid) in (('pg_class'::regclass, c.oid), ('pg_type'::regclass, c.reltype))
        and deptype = 'n'
        and classid not in ('pg_constraint'::regclass, 'pg_trigger'::regclass)
    ) as found (obstacle)
    where c.oid = 'transactions'::regclass
    order by obstacle`;
  return rows.map(({ obstacle }) => obstacle);
}
