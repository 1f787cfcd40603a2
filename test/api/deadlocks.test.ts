import { expect } from 'chai';
import { newAccount, newTransaction } from '../helpers/rule-fixtures.ts';
import { withApi } from '../helpers/start-api.ts';
import { untilWaiting } from '../helpers/until-waiting.ts';

describe('a request that meets a deadlock', () => {
  const { database, api } = withApi();

  /** An account with one purchase. */
  async function createAccount(): Promise<{ id: string; row: string }> {
    const { householdId } = api.tenant;
    const id = await newAccount(database.sql, householdId);
    return { id, row: await newTransaction(database.sql, householdId, { account_id: id }) };
  }

  for (const [what, status] of [
    ['merge', 200],
    ['delete', 204],
  ] as const) {
    it(`is done all the same: ${what} of an account`, async () => {
      const [from, into] = [await createAccount(), await createAccount()];
      let answer: Promise<{ status: number; text: string }>;
      await database.sql.begin(async (tx) => {
        // The first to wait a second is ended, and that is the request.
        await tx`set local deadlock_timeout = '60s'`;
        const row = what === 'merge' ? into.row : from.row;
        await tx`select 1 from transactions where id = ${row} for update`;
        const path = `/api/v1/accounts/${from.id}`;
        answer =
          what === 'merge'
            ? api.request('POST', `${path}/merge`, { body: { into: into.id } })
            : api.request('DELETE', path);
        await untilWaiting(database.sql);
        await tx`select 1 from accounts where id = ${from.id} for update`;
      });
      const done = await answer!;
      expect(done.status, done.text).to.equal(status);
    });
  }
});
