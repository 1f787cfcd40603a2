import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Tx } from '../../../shared/postgres/connect.ts';
import { lockAccountLedger, lockLedger } from '../../../shared/ledger/lock-ledger.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { holdLock } from '../../helpers/hold-lock.ts';

describe('lockLedger', () => {
  const database = withDatabase();

  const hold = (lock: (tx: Tx) => Promise<void>) => holdLock(database.sql, lock);

  it('accounts of a household do not wait for each other, an import waits for all of them', async () => {
    const household = randomUUID();
    const one = randomUUID();
    const releaseOne = await hold((tx) => lockAccountLedger(tx, household, one));
    const releaseOther = await hold((tx) => lockAccountLedger(tx, household, randomUUID()));
    const waiting = [
      hold((tx) => lockLedger(tx, household)),
      hold((tx) => lockAccountLedger(tx, household, one)),
    ];
    await eventually(async () => {
      const refused = await database.sql`
        select 1
        from pg_locks l
        join pg_database d on d.oid = l.database
        where d.datname = current_database()
          and l.locktype = 'advisory'
          and not l.granted`;
      expect(refused).to.have.length(2);
    });
    await releaseOther();
    await releaseOne();
    await Promise.all(waiting.map(async (held) => (await held)()));
  });
});
