import { expect } from 'chai';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** What a person does with an account. */
export function accountFlow(service: ConsoleService): void {
  it('an account: found in the overview, renamed, given another type and opening balance, and deleted after the question what goes', async () => {
    const account = { name: 'Old name', currency: 'EUR', opening_balance: '12.30' };
    const { id } = (await service.call('POST', '/accounts', account)).data;
    const row = {
      account_id: id,
      date: '2026-03-02',
      amount: '-2.30',
      currency: 'EUR',
      name: 'Tea',
    };
    await service.call('POST', '/transactions', row);
    const page = await service.signIn('/app/');
    await page.getByRole('link', { name: 'Old name' }).click();
    await page.getByText('€10.00').waitFor();
    await page.getByLabel('Name').fill('New name');
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Loan' }).click();
    await page.getByLabel('Opening balance').fill('-20,70');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'New name' }).waitFor();
    await page.getByText('-€23.00').waitFor();
    const { data } = await service.call('GET', `/accounts/${id}`);
    expect([data.name, data.type, data.number]).to.deep.equal(['New name', 'Loan', null]);
    await page.getByRole('link', { name: 'One transaction' }).click();
    await page.getByRole('button', { name: 'Tea', exact: true }).waitFor();
    expect(page.url()).to.include(`account_id=${id}`);
    await page.goBack();
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByText('Delete New name for good, with its transaction,').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'New name' }).waitFor({ state: 'detached' });
    const { data: left } = await service.call('GET', `/transactions?account_id=${id}`);
    expect(left).to.deep.equal([]);
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
