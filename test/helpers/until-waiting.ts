import { expect } from 'chai';
import type { Sql } from '../../shared/postgres/connect.ts';
import { eventually } from './eventually.ts';

/** Resolves once so many sessions of the database wait for a lock, of this kind when one is named. */
export async function untilWaiting(sql: Sql, count = 1, kind?: string): Promise<void> {
  await eventually(
    async () => {
      const waiting = await sql`
        select 1
        from pg_stat_activity
        where datname = current_database()
          and wait_event_type = 'Lock'
          and wait_event = coalesce(${kind ?? null}, wait_event)`;
      expect(waiting).to.have.length(count);
    },
    { everyMs: 10 },
  );
}
