import { expect } from 'chai';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { followDatabaseClock } from '../../../../shared/postgres/driver/follow-clock.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

const HOUR_MS = 3600 * 1000;

describe('followDatabaseClock', () => {
  const database = withDatabase();
  const ownNow = Date.now;
  const stop = new AbortController();

  after(() => {
    stop.abort();
    Date.now = ownNow;
  });

  async function aheadOfDatabaseMs(): Promise<number> {
    const [row] = await database.sql<{ now: Date }[]>`select clock_timestamp() as now`;
    return systemClock.now().getTime() - (row?.now.getTime() ?? 0);
  }

  it('gives a process whose own clock is an hour ahead the time of Postgres, until it stops', async () => {
    Date.now = () => ownNow() + HOUR_MS;
    expect(await aheadOfDatabaseMs()).to.be.greaterThan(HOUR_MS - 60_000);
    await followDatabaseClock(database.sql, stop.signal);
    expect(await aheadOfDatabaseMs()).to.be.within(-60_000, 60_000);
    stop.abort();
    expect(await aheadOfDatabaseMs()).to.be.greaterThan(HOUR_MS - 60_000);
  });
});
