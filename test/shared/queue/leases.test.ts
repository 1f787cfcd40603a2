import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { insertHousehold } from '../../../shared/households/households.ts';
import {
  acquireLease,
  renewLease,
  updateLeaseProgress,
  writeFenced,
} from '../../../shared/queue/leases.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('the lease of a holder that writes', function () {
  const database = withDatabase();

  it('is renewed, and its progress shown, while the write continues', async () => {
    const { sql } = database;
    const { id: householdId } = await insertHousehold(sql, 'Writes');
    const key = { kind: 'sync', householdId, resource: randomUUID() } as const;
    const lease = await acquireLease(sql, key, 'holder', 5000);
    if (!('token' in lease)) throw new Error('somebody else has the lease');
    const renewed = await writeFenced(sql, lease, () =>
      // On another connection, which would end here if it had to wait.
      sql.begin(async (other) => {
        await other`set local lock_timeout = '1 s'`;
        await updateLeaseProgress(other, lease, { step: 'reconcile', rowsDone: 1 });
        return renewLease(other, lease, 60_000);
      }),
    );
    expect(renewed).to.equal(true);
    const [row] = await sql`
      select expires_at > clock_timestamp() + interval '30 s' as is_long, rows_done
      from leases
      where household_id = ${householdId}`;
    expect(row).to.deep.equal({ isLong: true, rowsDone: 1 });
  });
});
