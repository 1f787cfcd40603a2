import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

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
    const runs = page.getByRole('table', { name: 'Latest runs' }).getByRole('row');
    await runs.filter({ hasText: 'Kiosk am Ring' }).filter({ hasText: 'done' }).waitFor();
    await page.goto(`${service.baseUrl}/app/transactions?account_id=${account_id}`);
    for (const name of ['Kiosk am Ring', 'KIOSK AM RING 2']) {
      const label = `Newspapers: category of ${name}`;
      await page.getByRole('button', { name: label, exact: true }).waitFor();
    }
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a rule from a transaction that a person renamed: it looks for the name that the bank gave', async () => {
    const account = { name: 'Renamed', type: 'Depository', currency: 'EUR' };
    const { id: account_id } = (await service.call('POST', '/accounts', account)).data;
    const row = { account_id, date: '2026-03-02', amount: '-3.20', currency: 'EUR' };
    const sent = { ...row, name: 'POS 4711 KIOSK' };
    const { id } = (await service.call('POST', '/transactions', sent)).data;
    for (const name of ['The kiosk', 'My kiosk'])
      await service.call('PATCH', `/transactions/${id}`, { name });
    const page = await service.signIn(`/app/rules/new?from=${id}`);
    const condition = page.getByRole('group', { name: 'Condition' });
    await condition.waitFor();
    expect(await condition.getByPlaceholder('Text').inputValue()).to.equal('POS 4711 KIOSK');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).to.equal('My kiosk');
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('rules are put in order by dragging and by buttons, and run in that order', async () => {
    const page = await service.signIn('/app/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    // What is suggested appears above the rules, and moves them under the pointer.
    const suggested = page.waitForResponse(/rule_suggestions/);
    await page.goto(`${service.baseUrl}/app/rules`);
    const { data: shown } = (await (await suggested).json()) as { data: unknown[] };
    await eventually(async () =>
      expect(await page.getByRole('article').count()).to.equal(shown.length),
    );
    const listed = async (): Promise<(string | null)[]> =>
      page
        .getByRole('list', { name: 'Rules' })
        .getByRole('listitem')
        .evaluateAll((rules) => rules.map((rule) => rule.getAttribute('aria-label')));
    const inOrder = (names: (string | null)[]) =>
      eventually(async () => expect(await listed()).to.deep.equal(names));
    const item = (name: string | null) =>
      page.getByRole('listitem', { name: String(name), exact: true });
    await page.getByRole('listitem').first().waitFor();
    const [first, second, ...rest] = await listed();
    await item(second!).dragTo(item(first!));
    await inOrder([second!, first!, ...rest]);
    // The feed may show the new order before the write has ended; until then nothing is moved again.
    const later = item(second!).getByRole('button', { name: 'Later' });
    await eventually(async () => expect(await later.isEnabled()).to.equal(true));
    await later.press('Enter');
    await inOrder([first!, second!, ...rest]);
    // The keyboard stays at the rule that it moved.
    await eventually(async () =>
      expect(await later.evaluate((button) => button.matches(':focus'))).to.equal(true),
    );
    const { data } = await service.call('GET', '/rules');
    const priority = (name: string | null) =>
      data.find((rule: { name: string }) => rule.name === name).priority;
    expect(priority(first!)).to.be.at.least(priority(second!));
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a rule learned from edits: needs attention, says how often it was right, and is accepted by one click', async () => {
    const account = { name: 'Habits', type: 'Depository', currency: 'EUR' };
    const { id: account_id } = (await service.call('POST', '/accounts', account)).data;
    const { id: category_id } = (await service.call('POST', '/categories', { name: 'Bakeries' }))
      .data;
    const transactions = Array.from({ length: 14 }, (_, n) => ({
      ...{ account_id, date: '2026-03-02', amount: '-3.20', currency: 'EUR' },
      name: `Backstube Nord ${1204 + 617 * n}`,
    }));
    const { data: added } = await service.call('POST', '/transactions', { transactions });
    for (const { transaction } of added) {
      await service.call('PATCH', `/transactions/${transaction.id}`, { category_id });
    }
    const page = await service.signIn('/app/');
    const row = page.getByRole('region', { name: 'Needs attention' });
    await row.getByText('A rule could do what you do by hand.').waitFor();
    await row.getByRole('link', { name: 'Decide' }).last().click();
    const suggestion = page.getByRole('article', { name: /Bakeries/ });
    await suggestion.getByText('14 of 14').waitFor();
    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('listitem', { name: 'Backstube Nord' }).waitFor();
    await suggestion.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete: Backstube Nord' }).click();
    await page.getByText('Delete the rule “Backstube Nord”?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
