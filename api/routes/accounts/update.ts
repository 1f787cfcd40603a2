import { recordNotFound, validationFailed } from '../../../shared/platform/errors.ts';
import * as accounts from '../../../shared/ledger/accounts.ts';
import { setIgnored } from '../../../shared/sync/store/provider-accounts.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentAccount } from '../../present/accounts.ts';
import { withBalance } from './with-balances.ts';

/** PATCH /api/v1/accounts/{id} */
export const updateAccount = defineRoute({
  method: 'patch',
  path: '/api/v1/accounts/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'updateAccount',
    summary: 'Rename, retype or ignore an account',
    description:
      'Absent fields stay. The balance of an account that is kept by hand follows from its transactions; one that opened wrongly is corrected by a transaction, or made anew: opening balance and currency do not change.',
    tag: 'Ledger',
    body: { required: true, json: ref('AccountChange') },
    example: { body: { name: 'Everyday account' } },
    responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
    errors: ['validation_failed'],
  },
  async handler(context, { caller, id, readJson }) {
    const { householdId } = caller;
    const found = await accounts.findAccount(context.sql, householdId, id);
    if (found === null) throw recordNotFound();
    const { ignored, ...change } = await readJson();
    const name = change.name?.trim();
    if (name === '') throw validationFailed('name must not be blank.');
    if (ignored !== undefined && found.link === null) {
      throw validationFailed('ignored is only for accounts that a provider connection syncs.');
    }
    const updated = await writeAs(context, caller, async (tx) => {
      const now = context.clock.now();
      await accounts.updateAccount(tx, householdId, id, { ...change, name }, now);
      if (ignored !== undefined) await setIgnored(tx, householdId, id, ignored, now);
      return accounts.findAccount(tx, householdId, id);
    });
    if (updated === null) throw recordNotFound();
    const current = await withBalance(context, householdId, updated);
    return { status: 200, body: { data: presentAccount(current) } };
  },
});
