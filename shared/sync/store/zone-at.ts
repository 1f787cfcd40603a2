import type { AnySql } from '../../postgres/connect.ts';

/** The time zone that decides the day of an instant, in milliseconds. */
export type ZoneAt = (millis: number) => string;

/**
 * Reads the household's time zones. An instant keeps the day of the zone that held then, since its row may be stored under that day.
 * Zones from before its first account came from a bank do not count: no row was stored under their days.
 */
export async function readZoneAt(sql: AnySql, householdId: string): Promise<ZoneAt> {
  const [household] = await sql<
    { timeZone: string; former: { zone: string; until: string }[]; linkedAt: Date | null }[]
  >`
    select time_zone, former_time_zones as former,
      (select min(created_at) from provider_accounts where household_id = households.id) as linked_at
    from households
    where id = ${householdId}`;
  if (household === undefined) throw new Error('the household is gone');
  const { timeZone, former, linkedAt } = household;
  const ended = former
    .map(({ zone, until }) => ({ zone, until: Date.parse(until) }))
    .filter(({ until }) => linkedAt !== null && until > linkedAt.getTime());
  return (millis) => ended.find(({ until }) => millis < until)?.zone ?? timeZone;
}
