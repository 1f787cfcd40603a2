import { expect } from 'chai';
import type { Locator, Page, Route } from 'playwright-core';
import { LOOKS } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** What has the focus, as it is read aloud. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? "").trim()',
  );

/** Waits until it, or something in it, has the focus. */
const untilFocused = (part: Locator) =>
  eventually(async () =>
    expect(await part.evaluate((it) => it.matches(':focus, :focus-within'))).to.equal(true),
  );

/** Presses a key until what is meant has the focus; throws where it never does. */
async function moveTo(page: Page, key: string, name: string | RegExp): Promise<void> {
  for (let press = 0; press < 150; press += 1) {
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never led to ${String(name)}`);
}

/** What a person sets, locks, releases and does with the keyboard alone. */
export function editFlow(service: ConsoleService): void {
  async function newTransaction(name: string): Promise<string> {
    const account = { name: `Account of ${name}`, type: 'Depository', currency: 'EUR' };
    const { id: account_id } = (await service.call('POST', '/accounts', account)).data;
    const row = { account_id, date: '2026-03-02', amount: '-3.20', currency: 'EUR', name };
    return String((await service.call('POST', '/transactions', row)).data.id);
  }

  it('what a person sets is locked, said so with its reason, and released', async () => {
    const id = await newTransaction('Locked shop');
    const page = await service.signIn(`/app/transactions?open=${id}`);
    const details = page.getByRole('dialog');
    await details.getByLabel('Notes').fill('With Ana');
    await details.getByLabel('Name').focus();
    await details.getByText('Notes: nothing → With Ana').waitFor();
    await details.getByText('A person ·').first().waitFor();
    const release = details.getByRole('button', { name: 'Release: Notes' });
    await release.press('Enter');
    await release.waitFor({ state: 'detached' });
    await untilFocused(details);
    const { data } = await service.call('GET', `/transactions/${id}`);
    expect(data.notes).to.equal('With Ana');
    expect(data.locked_attributes).to.not.include('notes');
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a text that could not be saved: stays, said to be unsaved, and saved at the next attempt; an emptied name comes back', async () => {
    const id = await newTransaction('Unsaved shop');
    const page = await service.signIn(`/app/transactions?open=${id}`);
    const details = page.getByRole('dialog');
    const field = (label: string) => details.getByRole('textbox', { name: label });
    const [name, notes] = [field('Name'), field('Notes')];
    const kept = async () => (await service.call('GET', `/transactions/${id}`)).data;
    const away = (route: Route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.continue();
    await page.route(/\/transactions\//, away);
    await notes.fill('With Ana');
    await name.focus();
    await details.getByText('Not saved.').waitFor();
    expect([await notes.inputValue(), (await kept()).notes]).to.deep.equal(['With Ana', null]);
    await page.unroute(/\/transactions\//, away);
    await details.getByRole('button', { name: 'Try again' }).click();
    await details.getByText('Not saved.').waitFor({ state: 'detached' });
    await eventually(async () => expect((await kept()).notes).to.equal('With Ana'));
    await name.fill(' ');
    await notes.focus();
    await details.getByText('Enter a name.').waitFor();
    expect([await name.inputValue(), (await kept()).name]).to.deep.equal([
      'Unsaved shop',
      'Unsaved shop',
    ]);
    await name.fill('Last words');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await eventually(async () => expect((await kept()).name).to.equal('Last words'));
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('many at once: selected, given a category, a new tag and notes, and each is changed', async () => {
    const names = ['Many at once A', 'Many at once B'];
    const ids: string[] = [];
    for (const name of names) ids.push(await newTransaction(name));
    await service.call('POST', '/categories', { name: 'Given to many' });
    const page = await service.signIn('/app/transactions?search=Many+at+once');
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Category' }).fill('Given to many');
    await page.getByRole('option', { name: 'Given to many' }).click();
    await dialog.getByRole('combobox', { name: 'Add tags' }).fill('Summer');
    await page.keyboard.press('Enter');
    await dialog.getByText('Summer', { exact: true }).waitFor();
    await dialog.getByLabel('Notes').fill('Together');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('2 transactions are changed.').waitFor();
    for (const id of ids) {
      const { data } = await service.call('GET', `/transactions/${id}`);
      const { category_name, tag_names, notes } = data;
      expect({ category_name, tag_names, notes }).to.deep.equal({
        category_name: 'Given to many',
        tag_names: ['Summer'],
        notes: 'Together',
      });
    }
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('many at once, of which one is refused: said why, and it alone stays selected', async () => {
    const refused = await newTransaction('Partly A');
    await newTransaction('Partly B');
    const page = await service.signIn('/app/transactions?search=Partly');
    const answer = { error: 'conflict', message: 'This one is being moved.' };
    await page.route(`**/transactions/${refused}`, (route) =>
      route.fulfill({ status: 409, json: answer }),
    );
    for (const name of ['A', 'B'])
      await page.getByRole('checkbox', { name: `Select Partly ${name}` }).check();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('In reports', { exact: true }).waitFor();
    await dialog.getByLabel('Notes').fill('Partly');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const said = 'One could not be changed and stays selected: This one is being moved.';
    await page.getByText(`One transaction is changed. ${said}`).waitFor();
    await page.getByText('One selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select Partly A' }).isChecked()).to.equal(
      true,
    );
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('all that match and a range with Shift: selected, and edited by the keyboard before the rows', async () => {
    for (const name of ['Ranged A', 'Ranged B', 'Ranged C', 'Ranged D']) await newTransaction(name);
    for (const name of ['A', 'B', 'C']) await newTransaction(`Kept unselected ${name}`);
    const page = await service.signIn('/app/transactions?search=Ranged');
    const rows = page.getByRole('checkbox', { name: /^Select Ranged/ });
    const all = page.getByRole('checkbox', { name: 'Select all' });
    await rows.first().waitFor();
    await all.click();
    await page.getByText('4 selected').waitFor();
    expect(await rows.nth(3).isChecked()).to.equal(true);
    await all.click();
    await page.getByText('4 selected').waitFor({ state: 'detached' });
    await rows.nth(2).check();
    await rows.nth(0).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    expect(await rows.nth(1).isChecked()).to.equal(true);
    const other = page.getByRole('searchbox');
    await other.fill('Kept unselected');
    await page.getByText('3 transactions', { exact: true }).waitFor();
    expect(await all.isChecked(), 'as many as are listed, but others').to.equal(false);
    await other.fill('Ranged');
    await page.getByText('4 transactions', { exact: true }).waitFor();
    await all.click();
    await page.getByText('4 selected').waitFor();
    expect(await all.isChecked()).to.equal(true);
    await rows.nth(3).uncheck();
    await other.focus();
    const passed: string[] = [];
    for (let name = ''; name !== 'Edit'; name = await focused(page)) {
      passed.push(name);
      await page.keyboard.press('Tab');
    }
    expect(passed.filter((name) => name.startsWith('Select '))).to.deep.equal([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit 3 transactions' }).waitFor();
    await page.goto(`${service.baseUrl}/app/transactions`);
    const many = page.getByRole('checkbox', { name: /^Only up to 1,000 transactions/ });
    await many.waitFor();
    expect(await many.isEnabled()).to.equal(false);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a split: kept only once its parts are the whole, and made whole again', async () => {
    const id = await newTransaction('Split shop');
    const page = await service.signIn(`/app/transactions?open=${id}`);
    const details = page.getByRole('dialog');
    const start = details.getByRole('button', { name: 'Split into parts' });
    await start.press('Enter');
    await details.getByText('No part may be 0.').waitFor();
    expect(await focused(page)).to.equal('Part 1: Amount');
    await details.getByLabel('Part 1: Amount').fill('-2,20');
    await details.getByText(/^Still to divide: -€1\.00$/).waitFor();
    const save = details.getByRole('button', { name: 'Save the split' });
    expect(await save.isDisabled()).to.equal(true);
    await details.getByLabel('Part 2: Amount').fill('-1');
    await save.press('Enter');
    const amounts = async () =>
      (await service.call('GET', `/transactions/${id}`)).data.splits.map(({ amount }: any) =>
        Number(amount),
      );
    await eventually(async () => expect(await amounts()).to.have.members([-2.2, -1]));
    await eventually(async () => expect(await focused(page)).to.equal('Save the split'));
    await details.getByText(/^Split(ting)?.*: nothing → -€\d\.\d0 \+ -€\d\.\d0/i).waitFor();
    await details.getByRole('button', { name: 'Make it whole again' }).press('Enter');
    await eventually(async () => expect(await amounts()).to.deep.equal([]));
    await start.waitFor();
    await untilFocused(details);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('what the service leaves to a person: a payment with a tip and a transfer, decided; looking for more says that it continues', async () => {
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const row = (id: string, amount: number, isPending: boolean) => ({
      ...{ id, amount, isPending },
      ...{ date: day, currency: 'EUR', merchant: 'Cafe Tip' },
    });
    const listing = { id: 31, name: 'Tips', currency: 'EUR', status: 'ACTIVE' };
    const lists = (transactions: object[]) =>
      service.bank('PUT', '/users/key-tips', { accounts: [{ listing, transactions }] });
    await lists([row('p1', -20, true), row('p2', -21, true)]);
    const body = { name: 'Bank with tips', api_key: 'key-tips' };
    const { data: bank } = await service.call('POST', '/provider_connections', body);
    const synced = (count: number) =>
      eventually(async () => {
        const { data } = await service.call('GET', `/syncs?provider_connection_id=${bank.id}`);
        expect(data.map(({ status }: any) => status)).to.deep.equal(
          Array.from({ length: count }, () => 'completed'),
        );
      });
    await synced(1);
    await lists([row('x', -22, false)]);
    await service.call('POST', `/provider_connections/${bank.id}/syncs`);
    await synced(2);
    for (const [name, amount] of [
      ['Left', '-77'],
      ['Right', '77'],
    ] as const) {
      const account = { name, type: 'Depository', currency: 'EUR' };
      const { id: account_id } = (await service.call('POST', '/accounts', account)).data;
      const sent = { account_id, date: day, amount, currency: 'EUR', name: 'Kim Doe' };
      await service.call('POST', '/transactions', sent);
    }
    const page = await service.signIn('/app/transactions/review');
    const tips = page.getByRole('region', { name: 'Posted, or something new?' });
    await tips.getByText('Cafe Tip').first().waitFor();
    await tips.getByRole('button', { name: 'It is this one' }).first().click();
    await tips.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Look for more' }).click();
    await page.getByRole('status').filter({ hasText: 'Look for more' }).waitFor();
    const transfers = page.getByRole('region', { name: 'Transfers?' });
    await transfers.getByText('Kim Doe').first().waitFor();
    await transfers.getByRole('button', { name: 'It is a transfer', exact: true }).click();
    await transfers.waitFor({ state: 'detached' });
    const named = (await service.call('GET', '/transactions?search=Kim+Doe')).data;
    expect(named.every(({ transfer_id: id }: any) => id !== null)).to.equal(true);
    expect(faultsOf(page)).to.deep.equal([]);
    await service.call('DELETE', `/provider_connections/${bank.id}`);
  });

  it('the same account? A bank lists one under another id: said to be the same, and both are one', async () => {
    const row = (id: string, amount: number) => ({
      ...{ id, amount, date: '2026-03-02', currency: 'EUR', merchant: 'Come again' },
    });
    const list = (id: number, mark: string, amounts: readonly number[]) => {
      const listing = { id, name: 'Returning', currency: 'EUR', status: 'ACTIVE' };
      const transactions = amounts.map((amount) => row(`${mark}${amount}`, amount));
      const account = { listing, transactions };
      return service.bank('PUT', '/users/key-again', { accounts: [account] });
    };
    await list(41, 'a', [-1, -2]);
    const body = { name: 'Bank that renumbers', api_key: 'key-again' };
    const { id } = (await service.call('POST', '/provider_connections', body)).data;
    const synced = (count: number) =>
      eventually(async () => {
        const { data } = await service.call('GET', `/syncs?provider_connection_id=${id}`);
        expect(data.filter(({ finished_at }: any) => finished_at !== null)).to.have.length(count);
      });
    await synced(1);
    await list(42, 'b', [-1, -2, -7]);
    await service.call('POST', `/provider_connections/${id}/syncs`);
    await synced(2);
    const page = await service.signIn('/app/');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('A new account may be one that you have.').waitFor();
    await page.goto(`${service.baseUrl}/app/transactions/review`);
    const question = page.getByRole('region', { name: 'The same account?' });
    // A second click changes nothing more.
    await question.getByRole('button', { name: 'The same account', exact: true }).dblclick();
    await question.waitFor({ state: 'detached' });
    const { data } = await service.call('GET', '/accounts?per_page=100');
    const same = data.filter(({ name }: any) => name === 'Returning');
    expect(same).to.have.length(1);
    expect(await page.getByRole('alert').count(), 'a fault is said').to.equal(0);
    expect(faultsOf(page)).to.deep.equal([]);
    await service.call('DELETE', `/provider_connections/${id}`);
  });

  it('deleting a transaction: asked over its details, which Escape leaves open and which close once it is gone', async () => {
    const account = { name: 'Drawer', type: 'Depository', currency: 'EUR' };
    const { id: account_id } = (await service.call('POST', '/accounts', account)).data;
    const row = { account_id, date: '2026-03-02', amount: '-3.20', currency: 'EUR', name: 'Gone' };
    const { id } = (await service.call('POST', '/transactions', row)).data;
    const page = await service.signIn(`/app/transactions?open=${id}`);
    const details = page.getByRole('dialog', { name: 'Transaction' });
    const asked = page.getByRole('dialog', { name: 'Delete' });
    await details.getByRole('button', { name: 'Delete' }).click();
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    // Had Escape closed the details too, this button would be gone.
    await details.getByRole('button', { name: 'Delete' }).click();
    await asked.getByRole('button', { name: 'Delete' }).click();
    await details.waitFor({ state: 'detached' });
    const { data: left } = await service.call('GET', `/transactions?account_id=${account_id}`);
    expect(left).to.deep.equal([]);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('the keyboard alone: signs in, finds a transaction, gives it a category, opens and closes its details', async () => {
    await newTransaction('Keyboard shop');
    await service.call('POST', '/categories', { name: 'Typed in' });
    const page = await service.newPage({ ...LOOKS.light, reducedMotion: 'reduce' });
    await page.goto(`${service.baseUrl}/app/transactions`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await moveTo(page, 'Tab', /^(API key|)$/);
    await page.locator('input[type=password]').focus();
    await page.keyboard.type(service.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    await moveTo(page, 'Tab', 'Skip to content');
    await page.keyboard.press('Enter');
    await moveTo(page, 'Tab', /^Search names/);
    await page.keyboard.type('Keyboard shop');
    await page.getByText('1 transaction', { exact: true }).waitFor();
    await moveTo(page, 'Tab', /: category of Keyboard shop$/);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Category' }).last().waitFor();
    await page.keyboard.type('Typed in');
    await page.getByRole('option', { name: 'Typed in' }).waitFor();
    await page.keyboard.press('Enter');
    const chosen = 'Typed in: category of Keyboard shop';
    await page.getByRole('button', { name: chosen }).waitFor();
    expect(await focused(page), 'the keyboard goes on from where it was').to.equal(chosen);
    await moveTo(page, 'Shift+Tab', 'Keyboard shop');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const moving =
      'document.getAnimations().filter((each) => each.effect.getTiming().duration > 1)';
    expect(await page.evaluate(`${moving}.length`), 'reduced motion is kept').to.equal(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await focused(page)).to.equal('Keyboard shop'));
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
