import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { mergeAccounts } from '../../../shared/removal/account-merge/merge-accounts.ts';
import { removeAccount } from '../../../shared/removal/account-removal.ts';
import { seededRandom } from '../../helpers/ledger-records.ts';
import { startScriptedProvider } from '../../helpers/scripted-provider.ts';
import type { ScriptedProvider } from '../../helpers/scripted-provider.ts';
import { createSyncHarness } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const listed = [1, 2].map((id) => ({ id, name: `A${id}`, currency: 'EUR', status: 'ACTIVE' }));
const keys = (account: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${account}-${n}`);
const lists = (count: number) =>
  [1, 2].map((account) => ({
    path: `/accounts/${account}/transactions`,
    json: {
      transactions: keys(account, count).map((id, n) => ({
        id,
        amount: -1 - n - account * 1000,
        currency: 'EUR',
        date: '2025-06-09',
      })),
      total: count,
    },
  }));

describe('a sync that meets a person', function () {
  const database = withDatabase();
  let provider: ScriptedProvider;
  before(async () => (provider = await startScriptedProvider()));
  after(() => provider.close());

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    for (const act of ['merge', 'delete'] as const) {
      it(`doubles and loses nothing when they ${act} an account meanwhile (${seed})`, async () => {
        const { sql } = database;
        const random = seededRandom(seed);
        for (let warm = 0; warm < 5; warm += 1) random();
        const harness = createSyncHarness(database, provider.url);
        harness.clock.set('2025-06-10T06:00:00Z');
        const owner = await harness.connect();
        const { householdId } = owner;
        provider.script(listed, lists(20));
        await harness.sync(owner);
        harness.clock.advance(24 * 3600 * 1000);
        const accounts = await sql<{ id: string }[]>`
          select account_id as id
          from provider_accounts
          where household_id = ${householdId}
          order by provider_account_id`;
        const [fromId = '', intoId = ''] = accounts.map(({ id }) => id);
        provider.script(listed, lists(21));
        const person = async () => {
          await delay(random() * 200);
          const now = harness.clock.now();
          return sql.begin<Awaited<ReturnType<typeof mergeAccounts | typeof removeAccount>>>(
            (tx) =>
              act === 'merge'
                ? mergeAccounts(tx, { householdId, fromId, intoId, now })
                : removeAccount(tx, householdId, fromId, now),
          );
        };
        const [ended, acted] = await Promise.all([harness.sync(owner), person()]);
        expect(ended.status).to.be.oneOf(['completed', 'completed_with_errors']);
        expect(acted).to.not.be.oneOf(['unknown', 'currency', false]);
        harness.clock.advance(24 * 3600 * 1000);
        provider.script(listed, lists(21));
        expect((await harness.sync(owner)).status).to.equal('completed');
        const rows = await sql<{ key: string; accountId: string }[]>`
          select external_id as key, account_id
          from transactions
          where household_id = ${householdId} and removed_at is null`;
        expect(new Set(rows.map(({ accountId }) => accountId))).to.deep.equal(new Set([intoId]));
        const wanted = [...keys(2, 21), ...(act === 'merge' ? keys(1, 20) : [])];
        // The newest row of the account that ended was read before that, or never.
        const found = rows
          .map(({ key }) => key)
          .filter((key) => key !== '1-20' || act === 'delete');
        expect(found.toSorted()).to.deep.equal(wanted.toSorted());
        expect(new Set(rows.map(({ key }) => key)).size).to.equal(rows.length);
      });
    }
  }
});
