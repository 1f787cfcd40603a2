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

  it('an amount with a thousands separator: not taken while it may mean two, in a form, in a rule and in a filter', async () => {
    const account = { name: 'Thousands', currency: 'EUR', opening_balance: '1' };
    const { id } = (await service.call('POST', '/accounts', account)).data;
    const opening = async () =>
      Number((await service.call('GET', `/accounts/${id}`)).data.opening_balance);
    const page = await service.signIn(`/app/accounts/${id}`);
    const field = page.getByLabel('Opening balance');
    const save = page.getByRole('button', { name: 'Save' });
    await field.fill('1,000');
    await save.click();
    const asked = page.getByText('Write 1000 or 1.0000: “1,000” may mean either.');
    await asked.waitFor();
    expect(await opening()).to.equal(1);
    await field.fill('1,000.50');
    await save.click();
    await page.getByText('€1,000.50').waitFor();
    expect(await opening()).to.equal(1000.5);
    await page.goto(`${service.baseUrl}/app/rules/new`);
    await page.getByRole('combobox', { name: 'What it looks at' }).click();
    await page.getByRole('option', { name: 'Amount' }).click();
    await page.getByPlaceholder('Amount, without sign').fill('1,000');
    await page.getByLabel('Name').focus();
    await asked.waitFor();
    const german = await service.signIn('/app/transactions', { locale: 'de-DE' });
    await german.getByText('Weitere Filter').click();
    const least = german.getByLabel('Ab Betrag');
    await least.fill('1.000');
    await least.blur();
    await german.getByText('Schreiben Sie 1000 oder 1,0000: „1.000“ kann beides heißen.').waitFor();
    expect(german.url()).to.not.include('min_amount');
    await least.fill('1.234,50');
    await least.blur();
    await german.waitForURL(/min_amount=%221234\.5%22/);
    expect(await least.inputValue()).to.equal('1.234,50');
    expect([...faultsOf(page), ...faultsOf(german)]).to.deep.equal([]);
  });
}
