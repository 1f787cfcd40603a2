import { expect } from 'chai';
import { readSource } from '../helpers/checkout.ts';
import { newAccount } from '../helpers/rule-fixtures.ts';
import { withApi } from '../helpers/start-api.ts';

describe('docs/MOVING.md', () => {
  const { database, api } = withApi();
  const text = readSource('docs/MOVING.md');

  for (const [, app, csv] of text.matchAll(/^## (.+)\n[^#]*?```csv\n([^]*?)```/gm)) {
    it(`the export of ${app} is read as it says`, async () => {
      const account = await newAccount(database.sql, api.tenant.householdId);
      const form = new FormData();
      form.set('apply_suggestions', 'true');
      form.set('file', new File([csv!], 'export.csv'));
      if (app === 'Firefly III') form.set('account_id', account);
      const made = await api.answers(201, 'POST', '/api/v1/imports', { body: form });
      const { id } = made.body.data;
      const { data } = await api.get(`/api/v1/imports/${id}/rows`);
      const read = data.map(({ verdict, values }: any) => [
        verdict,
        values.date,
        values.amount,
        values.category,
        app === 'Firefly III' ? 'Checking' : values.account,
      ]);
      expect(read).to.deep.equal([
        ['new', '2026-01-31', '-12.5', 'Groceries', 'Checking'],
        ['new', '2026-02-01', '1800', app === 'YNAB' ? 'Ready to Assign' : 'Income', 'Checking'],
      ]);
    });
  }
});
