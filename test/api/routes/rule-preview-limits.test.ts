import { expect } from 'chai';
import { previewDraftRule } from '../../../api/routes/rules.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const rule = {
  resource_type: 'transaction',
  conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'shop' }],
  actions: [{ action_type: 'set_transaction_name', value: 'Shop' }],
};

describe('previews of rules, which read all of a household', () => {
  const { database, api } = withApi();
  const preview = (as: 'read' | 'other') =>
    api.request('POST', '/api/v1/rules/preview', { as, body: { rule } });

  before(async () => {
    const { householdId } = api.tenant;
    await database.sql`
      with account as (
        insert into accounts (household_id, name, accountable_type, currency)
        values (${householdId}, 'Giro', 'Depository', 'EUR')
        returning id
      )
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select ${householdId}, account.id, '2026-01-01'::date + n, 1, 'EUR', 'shop'
      from account, generate_series(1, 1200) n`;
  });

  it('run one at a time for each household', async () => {
    const { previews } = api.context.limits;
    let end = (): void => undefined;
    const under = previews.run(
      api.tenant.householdId,
      () => undefined,
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    await answered([503, 'service_unavailable'], preview('read'));
    await answered(200, preview('other'));
    end();
    await under;
    const waited = await preview('read');
    expect([waited.status, waited.body.data.matched_count]).to.deep.equal([200, 1200]);
    expect(previews.held).to.equal(0);
  });

  it('end when the client goes away', async () => {
    const gone = new AppError('bad_request', { publicMessage: 'gone' });
    const error: unknown = await previewDraftRule
      .handler(api.context, {
        householdId: api.tenant.householdId,
        signal: AbortSignal.abort(gone),
        readJson: () => Promise.resolve({ rule }),
      } as any)
      .catch((reason: unknown) => reason);
    expect(error).to.equal(gone);
    expect(api.context.limits.previews.held).to.equal(0);
  });
});
