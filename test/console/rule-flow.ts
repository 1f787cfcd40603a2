import { expect } from 'chai';
import { faultsOf } from '../helpers/console-service.ts';
import type { ConsoleService } from '../helpers/console-service.ts';

/** A rule from a transaction to its run. */
export function ruleFlow(service: ConsoleService): void {
  it('a rule: made from a transaction, its matches counted, saved, run, and its category appears', async () => {
    const made = async (path: string, body: object): Promise<string> =>
      String((await service.call('POST', path, body)).data.id);
    const account = { name: 'Wallet', type: 'Depository', currency: 'EUR' };
    const account_id = await made('/accounts', account);
    await made('/categories', { name: 'Newspapers' });
    const row = { account_id, date: '2026-03-02', amount: '-3.20', currency: 'EUR' };
    const id = await made('/transactions', { ...row, name: 'Kiosk am Ring' });
    await made('/transactions', { ...row, name: 'KIOSK AM RING 2' });
    const page = await service.signIn(`/app/transactions?open=${id}`);
    await page.getByRole('link', { name: 'Make a rule from this' }).click();
    const condition = page.getByRole('group', { name: 'Condition' });
    await condition.waitFor();
    expect(await condition.getByPlaceholder('Text').inputValue()).to.equal('Kiosk am Ring');
    const action = page.getByRole('group', { name: 'Set the category' });
    await action.getByRole('combobox', { name: 'Value' }).fill('Newspapers');
    await page.getByRole('option', { name: 'Newspapers' }).click();
    await page.getByText('Matches 2 transactions').waitFor();
    await page.getByText('nothing → Newspapers').first().waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const rule = page.getByRole('listitem', { name: 'Kiosk am Ring' });
    await rule.getByText('Set the category: Newspapers').waitFor();
    const begun = page.waitForResponse((response) => response.url().endsWith('/runs'));
    await rule.getByRole('button', { name: 'Run now' }).click();
    expect((await begun).status()).to.equal(202);
    await page.goto(`${service.baseUrl}/app/transactions?account=${account_id}`);
    for (const name of ['Kiosk am Ring', 'KIOSK AM RING 2']) {
      const label = `Newspapers: category of ${name}`;
      await page.getByRole('button', { name: label, exact: true }).waitFor();
    }
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
