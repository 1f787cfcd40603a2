import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { hasBrowser, keepPicture, LOOKS, overflow, seriousFindings } from '../helpers/browser.ts';
import { faultsOf, withConsoleService } from '../helpers/console-service.ts';
import { eventually } from '../helpers/eventually.ts';
import { untilSynced } from '../helpers/npm-start.ts';
import { accountFlow } from './account-flow.ts';
import { editFlow } from './edit-flow.ts';
import { importDraftFlow } from './import-draft-flow.ts';
import { importFlow } from './import-flow.ts';
import { lookFlow } from './look-flow.ts';
import { meanwhileFlow } from './meanwhile-flow.ts';
import { operatorFlow } from './operator-flow.ts';
import { outageFlow } from './outage-flow.ts';
import { rightsFlow } from './rights-flow.ts';
import { ruleFlow } from './rule-flow.ts';
import { settingsFlow } from './settings-flow.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** One service for all of it: each flow leaves to the others what it does not touch. */
(hasBrowser ? describe : describe.skip)('the console in a browser (/usr/bin/chromium)', () => {
  const service = withConsoleService();

  it('the link of the first start: signed in to a synced demo, once', async () => {
    const page = await service.newPage();
    const calls: string[] = [];
    const noteCall = (url: string): unknown => url.includes('/api/v1/') && calls.push(url);
    page.on('request', (request) => noteCall(request.url()));
    let scripts = 0;
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      void request.sizes().then(({ responseBodySize }) => (scripts += responseBodySize));
    });
    const opened = await page.goto(service.link);
    expect(opened?.headers()['content-security-policy']).to.not.contain('unsafe');
    await heading(page, 'Overview').waitFor();
    await page.locator('canvas').first().waitFor();
    expect(scripts, 'bytes of compressed script').to.be.within(50_000, 250_000);
    expect(page.url()).to.equal(`${service.baseUrl}/app/`);
    expect(calls[0], 'where the feed is, before a page is read').to.include('/changes?');
    await untilSynced({ base_url: service.baseUrl, api_key: service.apiKey });
    expect(faultsOf(page)).to.deep.equal([]);
    const again = await service.newPage();
    await again.goto(service.link);
    await again.waitForURL(/\/app\/sign-in/);
  });

  it('a session that ends with its key: a wrong key is refused, the right one signs in', async () => {
    const { id, value } = await service.newKey('a session that ends');
    const page = await service.signIn('/app/transactions?search=rent', { apiKey: value });
    await heading(page, 'Transactions').waitFor();
    const address = page.url();
    await service.call('DELETE', `/api_keys/${id}`);
    await page.reload();
    await page.waitForURL(/\/app\/sign-in/);
    await page.getByText('Your session has ended').waitFor();
    const field = page.locator('input[type=password]');
    await field.fill('ledg_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('does not know this key').waitFor();
    await field.fill(service.apiKey);
    await page.keyboard.press('Enter');
    await heading(page, 'Transactions').waitFor();
    expect(page.url(), 'back where it was, in the console').to.equal(address);
    expect(address).to.equal(`${service.baseUrl}/app/transactions?search=rent`);
  });

  it('two tabs and an edit in each: each shows what the other did and what a program renamed, without a reload', async () => {
    const [first, second] = ['From one tab', 'From the other'] as const;
    await service.call('POST', '/categories', { name: first });
    const { data: given } = await service.call('POST', '/categories', { name: second });
    const cell = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
    const here = await service.signIn('/app/transactions');
    await cell(here, /: category of /).waitFor();
    const there = await here.context().newPage();
    await there.goto(`${service.baseUrl}/app/transactions`);
    await cell(there, /: category of /).waitFor();
    const labels = await here
      .getByRole('button', { name: /: category of / })
      .evaluateAll((found) => found.map((button) => button.getAttribute('aria-label') ?? ''));
    const cells = [...new Set(labels)];
    const edit = async (page: Page, label: string, category: string): Promise<string> => {
      // A browser draws the tab in front.
      await page.bringToFront();
      await cell(page, label).click();
      await page.getByRole('combobox', { name: 'Category' }).last().fill(category);
      await page.getByRole('option', { name: category }).waitFor();
      await page.keyboard.press('Enter');
      return label.replace(/^.*?(?=: category of )/, category);
    };
    const byHere = await edit(here, cells[0], first);
    await there.bringToFront();
    await cell(there, byHere).waitFor();
    const byThere = await edit(there, cells[1], second);
    await here.bringToFront();
    await cell(here, byThere).waitFor();
    await service.call('PATCH', `/categories/${given.id}`, { name: 'By another name' });
    await cell(here, byThere.replace(second, 'By another name')).waitFor();
  });

  it('the Pending badge disappears when the bank posts', async () => {
    const page = await service.signIn('/app/transactions');
    const badges = page.getByRole('table').getByText('Pending', { exact: true });
    await badges.first().waitFor();
    await service.bank('POST', '/users/sandbox-demo-key/settle');
    const { data } = await service.call('GET', '/provider_connections');
    const id = String(data[0].id);
    await service.call('POST', `/provider_connections/${id}/syncs`);
    await eventually(async () => expect(await badges.count()).to.equal(0));
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a bank whose answer cannot be read, and one that refuses the key: said in words, and mended with a new key', async () => {
    const listing = { id: 1, name: 'Everyday', currency: 'EUR', status: 'ACTIVE' };
    const user = { accounts: [{ listing, generate: { rows: 20 } }] };
    await service.bank('PUT', '/users/key-one', user);
    const page = await service.signIn('/app/connections');
    await page.getByRole('button', { name: 'Connect a bank' }).click();
    await page.getByLabel('Name').fill('Second bank');
    await page.getByLabel('Key of the provider').fill('key-one');
    const fails = (preset: string) =>
      service.bank('POST', '/faults', { path: '/accounts', key: 'key-one', preset, times: 0 });
    await fails('unauthorized');
    await page.getByRole('button', { name: 'Check and connect' }).click();
    await page.getByText('The provider did not accept the API key.', { exact: true }).waitFor();
    await service.bank('DELETE', '/faults');
    await fails('broken_json');
    await page.getByRole('button', { name: 'Check and connect' }).click();
    await page.getByText('The provider does not answer, or reports an error.').waitFor();
    await service.bank('DELETE', '/faults');
    await page.getByRole('button', { name: 'Check and connect' }).click();
    const section = page.getByRole('region', { name: 'Second bank' });
    const complete = section.getByRole('status').filter({ hasText: /^Complete / });
    await complete.waitFor();
    const denied = { path: '/accounts/*/transactions', key: 'key-one', preset: 'forbidden' };
    await service.bank('POST', '/faults', { ...denied, times: 0 });
    await section.getByRole('button', { name: 'Sync now' }).click();
    await section.getByText('Needs a new key').waitFor();
    await section.getByText('being read').waitFor({ state: 'detached' });
    await service.bank('DELETE', '/faults');
    await service.bank('PUT', '/users/key-two', user);
    await section.getByRole('button', { name: 'Enter a new key' }).click();
    await page.getByLabel('New key').fill('key-two');
    await page.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Works').waitFor();
    await complete.waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
  });

  outageFlow(service);
  accountFlow(service);
  editFlow(service);
  meanwhileFlow(service);
  lookFlow(service);
  importFlow(service);
  importDraftFlow(service);
  rightsFlow(service);
  ruleFlow(service);
  settingsFlow(service);
  operatorFlow(service);

  /** Looks at pages one after another; what is wrong, by page. */
  async function lookAt(page: Page, look: string, addresses: Iterable<string>): Promise<object> {
    const found: Record<string, unknown> = {};
    for (const address of addresses) {
      await page.goto(service.baseUrl + address);
      await page.locator('h1').waitFor();
      if (address.includes('open=')) await page.getByRole('dialog').locator('h3').first().waitFor();
      await eventually(async () =>
        expect(await page.locator('.mantine-Skeleton-root').count()).to.equal(0),
      );
      await keepPicture(page, `${address.replaceAll(/[/?=]/g, '-').slice(1)} ${look}`);
      const findings = await seriousFindings(page);
      if (findings.length > 0) found[address] = findings.slice(0, 10);
      const over = await overflow(page);
      if (over > 0) found[`${address} is wider by`] = over;
    }
    expect(faultsOf(page)).to.deep.equal([]);
    return found;
  }

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`${look}: nothing serious for axe on any page, nothing wider than the window, nothing blocked or from elsewhere`, async () => {
      // Colours on their way to others have no contrast to judge. The widest words are German.
      const locale = look === 'a phone' ? 'de-DE' : 'en-GB';
      const context = { ...options, locale, reducedMotion: 'reduce' } as const;
      const page = await service.signIn('/app/', context);
      await page.locator('nav a').first().waitFor({ state: 'attached' });
      const links: string[] = await page
        .locator('nav a')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
      expect(links).to.include('/app/transactions');
      const [{ id }] = (await service.call('GET', '/transactions?per_page=1')).data;
      const [account] = (await service.call('GET', '/accounts?per_page=1')).data;
      const [rule] = (await service.call('GET', '/rules?per_page=1')).data;
      const raw_file_content = 'date,amount,name\n2026-03-02,-1x,Coffee\n2026-03-03,-2,Tea\n';
      const { data: made } = await service.call('POST', '/imports', {
        ...{ type: 'TransactionImport', account_id: account.id, raw_file_content },
      });
      const found = await lookAt(page, look, [
        ...new Set(links),
        `/app/transactions?open=${id}`,
        '/app/transactions/review',
        `/app/accounts/${account.id}`,
        `/app/rules/${rule.id}`,
        '/app/rules/new',
        `/app/imports/${made.id}`,
        '/app/sign-in',
        '/admin/login',
      ]);
      const operator = await service.logIn('/admin', context);
      const household = `/admin/households/${service.householdId}`;
      const pages = ['/admin', '/admin/households?q=Demo', household, '/admin/actions'];
      const ofOperators = await lookAt(operator, look, pages);
      await service.call('DELETE', `/imports/${made.id}`);
      expect(JSON.stringify({ ...found, ...ofOperators }, null, 1)).to.equal('{}');
    });
  }
});
