import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** What somebody else changes while a person edits it. */
export function meanwhileFlow(service: ConsoleService): void {
  const newAccount = async (name: string): Promise<string> =>
    String((await service.call('POST', '/accounts', { name, currency: 'EUR' })).data.id);

  it('a record that somebody else changes: the form follows until something is entered, then keeps it and offers the other version', async () => {
    const id = await newAccount('Meanwhile');
    const page = await service.signIn(`/app/accounts/${id}`);
    const [name, number] = [page.getByLabel('Name'), page.getByLabel('Number')];
    const said = page.getByText('Somebody else changed this', { exact: true });
    await name.waitFor();
    const shows = (text: string) =>
      eventually(async () => expect(await name.inputValue()).to.equal(text));
    await service.call('PATCH', `/accounts/${id}`, { name: 'By somebody' });
    await shows('By somebody');
    expect(await said.count()).to.equal(0);
    await name.fill('Half typed');
    await service.call('POST', '/transactions', {
      ...{ account_id: id, date: '2026-03-02', amount: '-2', currency: 'EUR', name: 'A sync' },
    });
    await page.getByText('-€2.00').waitFor();
    expect(await said.count(), 'its balance alone is no other version').to.equal(0);
    expect(await name.inputValue()).to.equal('Half typed');
    await service.call('PATCH', `/accounts/${id}`, { number: '4711' });
    await said.waitFor();
    expect(await name.inputValue()).to.equal('Half typed');
    await page.getByRole('button', { name: 'Load the other version' }).click();
    await said.waitFor({ state: 'detached' });
    expect([await name.inputValue(), await number.inputValue()]).to.deep.equal([
      'By somebody',
      '4711',
    ]);
    await name.fill('  Mine  ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    await shows('Mine');
    expect(await said.count(), 'one’s own save is no other version').to.equal(0);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a rule that somebody else saved a moment ago: refused and said so, and saved at the second attempt', async () => {
    const { data: rule } = await service.call('POST', '/rules', {
      ...{ resource_type: 'transaction', name: 'Overwritten', active: false, conditions: [] },
      actions: [{ action_type: 'exclude_transaction' }],
    });
    const stored = async () => (await service.call('GET', `/rules/${rule.id}`)).data;
    const page = await service.signIn('/app/');
    // Without the feed the page does not know of the other version yet.
    await page.route(/\/changes/, (route) => route.abort());
    await page.goto(`${service.baseUrl}/app/rules/${rule.id}`);
    await page.getByLabel('Name').fill('Mine');
    await service.call('PATCH', `/rules/${rule.id}`, { priority: 7 });
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('Somebody else changed this in the meantime.').waitFor();
    await page.getByText('Somebody else changed this', { exact: true }).waitFor();
    expect(await stored()).to.include({ name: 'Overwritten', priority: 7 });
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    expect(await stored()).to.include({ name: 'Mine', priority: 0 });
    await service.call('DELETE', `/rules/${rule.id}`);
  });

  it('many at once: a tag that somebody else gave since they were selected stays', async () => {
    const account_id = await newAccount('Tagged');
    const row = { account_id, date: '2026-03-02', amount: '-2', currency: 'EUR', name: 'Tagged' };
    const { id } = (await service.call('POST', '/transactions', row)).data;
    const { id: tag } = (await service.call('POST', '/tags', { name: 'Theirs' })).data;
    const page = await service.signIn(`/app/transactions?account_id=${account_id}`);
    await page.getByRole('checkbox', { name: 'Select Tagged' }).check();
    await service.call('PATCH', `/transactions/${id}`, { tag_ids: [tag] });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Add tags' }).fill('Ours');
    await page.keyboard.press('Enter');
    await dialog.getByText('Ours', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('One transaction is changed.').waitFor();
    const { tag_names } = (await service.call('GET', `/transactions/${id}`)).data;
    expect(tag_names).to.have.members(['Theirs', 'Ours']);
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
