import type { AnySql, Tx } from '../postgres/connect.ts';
import { findRow, given, recordsOf } from '../postgres/household-rows.ts';
import { byName } from '../postgres/page.ts';

interface NamedRecord {
  id: string;
  name: string;
  color: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface Category extends NamedRecord {
  parentId: string | null;
  classification: 'expense' | 'income';
  icon: string;
}

export type Tag = NamedRecord;

export interface Merchant extends NamedRecord {
  websiteUrl: string | null;
  logoUrl: string | null;
}

export interface NamedRecords {
  categories: Category;
  tags: Tag;
  merchants: Merchant;
}
export type NamedTable = keyof NamedRecords;

const OWN_COLUMNS: Readonly<Record<NamedTable, readonly string[]>> = {
  categories: ['parent_id', 'classification', 'icon'],
  tags: [],
  merchants: ['website_url', 'logo_url'],
};

export const namedColumns = (sql: AnySql, table: NamedTable) =>
  sql(['id', 'name', 'color', ...OWN_COLUMNS[table], 'created_at', 'updated_at']);

export type NamedChange = Readonly<Record<string, string | null | undefined>>;

/** Lists a household's records of a table, by name. */
export function listNamed<Table extends NamedTable>(table: Table) {
  const columns = (sql: AnySql) => sql`${namedColumns(sql, table)}`;
  return recordsOf<NamedRecords[Table]>(table, columns, { order: byName(table) }).list;
}

/** The record, or null for an unknown or foreign id. With `lock`, nobody else can change or delete it meanwhile. */
export async function findNamed<Table extends NamedTable>(
  sql: AnySql,
  table: Table,
  householdId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<NamedRecords[Table] | null> {
  const columns = sql`${namedColumns(sql, table)}`;
  const held = lock ? sql`for no key update` : sql``;
  return findRow<NamedRecords[Table]>(sql, table, columns, householdId, id, { lock: held });
}

/** Adds a record. Null if the household already uses the name. */
export async function insertNamed<Table extends NamedTable>(
  tx: Tx,
  table: Table,
  householdId: string,
  record: NamedChange,
): Promise<NamedRecords[Table] | null> {
  const [row] = await tx`
    insert into ${tx(table as string)} ${tx({ ...given(record), household_id: householdId })}
    on conflict (household_id, name) do nothing
    returning ${namedColumns(tx, table)}`;
  return (row ?? null) as NamedRecords[Table] | null;
}

/** Sets the given columns. Null if there is no such record. Violates the constraint `<table>_name` if another has the name. */
export async function updateNamed<Table extends NamedTable>(
  tx: Tx,
  table: Table,
  householdId: string,
  { id, change, now }: { id: string; change: NamedChange; now: Date },
): Promise<NamedRecords[Table] | null> {
  const [row] = await tx`
    update ${tx(table as string)}
    set ${tx({ ...given(change), updated_at: now })}
    where household_id = ${householdId}
      and id = ${id}
    returning ${namedColumns(tx, table)}`;
  return (row ?? null) as NamedRecords[Table] | null;
}

/** Why a category cannot have this parent, or null if it can. Locks the parent, so that it stays at the top level. */
export async function findParentFault(
  tx: Tx,
  householdId: string,
  id: string | null,
  parentId: string,
): Promise<string | null> {
  const parent = await findNamed(tx, 'categories', householdId, parentId, { lock: true });
  if (parent === null) return 'parent_id names no category of the household';
  if (parent.id === id) return 'parent_id must name another category';
  if (parent.parentId !== null)
    return 'parent_id must name a category at the top: there are two levels';
  if (id === null) return null;
  const children = await tx`
    select 1
    from categories
    where household_id = ${householdId}
      and parent_id = ${id}
    limit 1`;
  return children.length > 0
    ? 'parent_id must be null: the category has children, and there are two levels'
    : null;
}
