import type { Sql } from '../../shared/postgres/connect.ts';

/**
 * Lets time pass for the provider's limits as if so many milliseconds had gone by: they live by the clock of Postgres,
 * which a test cannot move, so what they remember is moved back instead.
 */
export async function passProviderWaits(sql: Sql, ms: number): Promise<void> {
  await sql`
    update provider_limits
    set blocked_until = blocked_until - ${ms} * interval '1 millisecond',
      grants = array(select g - ${ms} * interval '1 millisecond' from unnest(grants) as g)`;
}
