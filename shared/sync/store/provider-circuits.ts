import type { AnySql } from '../../postgres/connect.ts';
import { rowOrNull } from '../../postgres/rows.ts';

/** A provider's host whose last calls failed. */
export interface ProviderCircuit {
  host: string;
  failures: number;
  /** Null: calls still go out. */
  openedAt: Date | null;
  /** When the next call may test whether the host is back. */
  nextProbeAt: Date | null;
}

/** After this many failed calls in a row, each with its own retries, from at least two witnesses, a host counts as down for all. */
const FAILURES_TO_OPEN = 5;
const WITNESSES_TO_OPEN = 2;
const WITNESSES_MAX = 10;
/** Time between two probes, across all processes. */
const PROBE_EVERY_MS = 60_000;

/** The failures of a host; null if there are none. */
export function findCircuit(sql: AnySql, host: string) {
  return rowOrNull(sql<ProviderCircuit[]>`
    select host, failures, opened_at, next_probe_at
    from provider_circuits
    where host = ${host}`);
}

/** All hosts that are down. */
export async function listOpenCircuits(sql: AnySql): Promise<ProviderCircuit[]> {
  return sql<ProviderCircuit[]>`
    select host, failures, opened_at, next_probe_at
    from provider_circuits
    where opened_at is not null
    order by opened_at`;
}

/** Claims the due probe for one caller across all processes; the next one is due a minute later. False if another caller has it. */
export async function claimProbe(sql: AnySql, host: string, now: Date): Promise<boolean> {
  const { count } = await sql`
    update provider_circuits
    set next_probe_at = ${new Date(now.getTime() + PROBE_EVERY_MS)},
      updated_at = ${now}
    where host = ${host}
      and next_probe_at <= ${now}`;
  return count > 0;
}

/** Leaves a probe without a result to the next caller. */
export async function returnProbe(sql: AnySql, host: string, now: Date): Promise<void> {
  await sql`
    update provider_circuits
    set next_probe_at = ${now}, updated_at = ${now}
    where host = ${host}
      and opened_at is not null`;
}

/** Counts a failed call, and opens the circuit if it reaches the limit. Returns the new state. */
export async function recordFailedCall(
  sql: AnySql,
  host: string,
  witnesses: readonly string[],
  now: Date,
): Promise<ProviderCircuit> {
  const [row] = await sql<[ProviderCircuit]>`
    insert into provider_circuits as known (host, failures, witnesses, updated_at)
    values (${host}, 1, ${[...witnesses]}::text[], ${now})
    on conflict (host) do update
    set failures = known.failures + 1,
      witnesses = (
        select array_agg(distinct witness)
        from unnest(known.witnesses[:${WITNESSES_MAX}] || excluded.witnesses) witness
      ),
      updated_at = ${now}
    returning host, failures, opened_at, next_probe_at`;
  if (row.openedAt !== null || row.failures < FAILURES_TO_OPEN) return row;
  const [opened] = await sql<ProviderCircuit[]>`
    update provider_circuits
    set opened_at = ${now},
      next_probe_at = ${new Date(now.getTime() + PROBE_EVERY_MS)}
    where host = ${host}
      and opened_at is null
      and cardinality(witnesses) >= ${WITNESSES_TO_OPEN}
    returning host, failures, opened_at, next_probe_at`;
  return opened ?? (await findCircuit(sql, host)) ?? row;
}

/** Forgets a host's failures, because it answered. */
export async function deleteCircuit(sql: AnySql, host: string): Promise<void> {
  await sql`
    delete from provider_circuits
    where host = ${host}`;
}
