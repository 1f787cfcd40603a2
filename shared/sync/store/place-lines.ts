import type { AnySql } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { valueTable } from '../../postgres/value-table.ts';
import type { QueuedSync } from '../../queue/runs/kinds.ts';
import { turnOf } from '../../queue/turn.ts';

/** Runs that wait for a place of their household or bank: each bank has a line of runs, in the order of their turns. */

export interface SyncInLine extends QueuedSync {
  /** Null: unknown. All such runs share one line. */
  bank: string | null;
}

/** The banks and households that a worker has no place for. An unknown bank is ''. */
export interface TakenPlaces {
  fullBanks: string[];
  /** Banks whose remaining places are for households without a running sync. */
  scarceBanks: string[];
  fullHouseholds: string[];
  busyHouseholds: string[];
}

/** A called run that has not arrived after this long is called again: its caller may be dead. */
const CALLED_AGAIN_MS = 5000;

const isInLine = (sql: AnySql) => sql`place_turn is not null and status in ('queued', 'running')`;
const lineOf = (sql: AnySql) => sql`coalesce(bank, '')`;
const isUncalled = (sql: AnySql, now: Date) =>
  sql`(called_at is null or called_at <= ${new Date(now.getTime() - CALLED_AGAIN_MS)})`;
/** The rows of these runs, as part of a statement. */
const whichAre = (sql: AnySql, runs: readonly QueuedSync[], table = sql``) => sql`
  from ${table} ${valueTable(sql, 'run', runs, { householdId: 'uuid', id: 'uuid' })}
  where syncs.household_id = run.household_id
    and syncs.id = run.id
    and syncs.status in ('queued', 'running')`;

/** Clears what a run loses when it leaves the line, as part of an update. */
export const outOfLine = (sql: AnySql) => sql`place_turn = null, called_at = null`;

/** Puts the run in line for a place. One that was called but found no place keeps its turn. */
export async function joinLine(sql: AnySql, run: QueuedSync): Promise<void> {
  await sql`
    update syncs
    set place_turn = ${new Date(turnOf(run))},
      called_at = null
    where household_id = ${run.householdId}
      and id = ${run.id}
      and status in ('queued', 'running')`;
}

/**
 * The first runs in the line of each bank that could use a place, by their turns. Each line is read through its index, so that runs
 * in the lines of full banks cost nothing. Across all households.
 */
export async function listFirstInLine(
  sql: AnySql,
  { fullBanks, scarceBanks, fullHouseholds, busyHouseholds }: TakenPlaces,
  { perBank, limit }: { perBank: number; limit: number },
  now: Date,
): Promise<SyncInLine[]> {
  const nextLine = (after = sql``) => sql`
    select min(${lineOf(sql)})
    from syncs
    where ${isInLine(sql)}
      ${after}`;
  return sql<SyncInLine[]>`
    with recursive lines (bank) as (
      (${nextLine()})
      union all
      select (${nextLine(sql`and ${lineOf(sql)} > lines.bank`)})
      from lines
      where lines.bank is not null
    )
    select id, household_id, first.bank, created_at, ahead
    from lines
    cross join lateral (
      select id, household_id, bank, created_at, ahead, place_turn
      from syncs
      where ${isInLine(sql)}
        and ${lineOf(sql)} = lines.bank
        and ${isUncalled(sql, now)}
        and household_id <> all(${fullHouseholds}::uuid[])
        and not (lines.bank = any(${scarceBanks}::text[]) and household_id = any(${busyHouseholds}::uuid[]))
      order by place_turn
      limit ${perBank}
    ) as first
    where lines.bank <> all(${fullBanks}::text[])
    order by place_turn, id
    limit ${limit}`;
}

/** Calls runs from the line to places of the caller. Returns those that no other worker has just called. */
export async function callFromLine<Run extends QueuedSync>(
  sql: AnySql,
  runs: readonly Run[],
  now: Date,
): Promise<Run[]> {
  const called = await sql<{ id: string }[]>`
    update syncs
    set called_at = ${now}
    ${whichAre(sql, runs)}
      and place_turn is not null
      and ${isUncalled(sql, now)}
    returning syncs.id`;
  return runs.filter((run) => called.some(({ id }) => id === run.id));
}

/** Takes back the call of runs that could not be called after all. */
export async function uncall(sql: AnySql, runs: readonly QueuedSync[]): Promise<void> {
  await sql`
    update syncs
    set called_at = null
    ${whichAre(sql, runs)}`;
}

/** Renews the call of runs that take long to arrive. */
export async function callAgain(
  sql: AnySql,
  runs: readonly QueuedSync[],
  now: Date,
): Promise<void> {
  await sql`
    update syncs
    set called_at = ${now}
    ${whichAre(sql, runs)}
      and called_at <= ${new Date(now.getTime() - CALLED_AGAIN_MS / 2)}`;
}

/** Of runs that were called, those that are on their way to a worker or running. */
export async function listInPlaces(sql: AnySql, runs: readonly QueuedSync[]) {
  return sql<{ id: string; onTheirWay: boolean }[]>`
    select syncs.id, called_at is not null as on_their_way
    ${whichAre(sql, runs, sql`syncs,`)}
      and case
        when place_turn is null then status = 'running' and waiting_until is null and held_at is null
        else called_at is not null
      end`;
}

/** Whether a run in line waits for a place of these banks or households. */
export async function isPlaceAwaited(
  sql: AnySql,
  { fullBanks, scarceBanks, fullHouseholds }: TakenPlaces,
): Promise<boolean> {
  const banks = [...fullBanks, ...scarceBanks];
  const [row] = await sql<{ awaited: boolean }[]>`
    select exists (
      select 1
      from syncs
      where ${isInLine(sql)}
        and ${lineOf(sql)} = any(${banks}::text[])
    )
    or exists (
      select 1
      from syncs
      where ${isInLine(sql)}
        and household_id = any(${fullHouseholds}::uuid[])
    ) as awaited`;
  return row?.awaited ?? false;
}

/** How many runs are waiting for a place, across all households. */
export const countInLine = (sql: AnySql): Promise<number> =>
  countRows(sql, sql`from syncs where ${isInLine(sql)}`);
