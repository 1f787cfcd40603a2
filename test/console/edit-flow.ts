import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { LOOKS } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { faultsOf } from '../helpers/console-service.ts';
import type { ConsoleService } from '../helpers/console-service.ts';

/** What has the focus, as it is read aloud. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? "").trim()',
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
    await release.click();
    await release.waitFor({ state: 'detached' });
    const { data } = await service.call('GET', `/transactions/${id}`);
    expect(data.notes).to.equal('With Ana');
    expect(data.locked_attributes).to.not.include('notes');
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
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Typed in: category of Keyboard shop' }).waitFor();
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
