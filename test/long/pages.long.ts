import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import { addressOfTag } from '../../api/pages/layout.ts';
import { installDebian } from '../../scripts/test/debian.ts';
import { CHROMIUM, launchBrowser, LOOKS, overflow, seriousFindings } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { newAccount } from '../helpers/rule-fixtures.ts';
import { withApi } from '../helpers/start-api.ts';

describe('pages in a browser', function () {
  this.timeout(300_000);
  const { database, api } = withApi({ env: { ADMIN_PASSWORD: 'secret' } });
  let browser: Browser;

  before(async () => {
    installDebian('chromium', CHROMIUM);
    browser = await launchBrowser();
  });
  after(() => browser.close());

  const addresses = [
    '/',
    '/admin/login',
    '/docs',
    '/docs/guides/start',
    '/docs/guides/api',
    '/docs/guides/errors',
    '/docs/search?q=category',
    ...buildOpenApiDocument().tags.map(({ name }) => addressOfTag(name)),
  ];

  for (const [look, options] of Object.entries(LOOKS)) {
    it(`${look}: nothing serious for axe, nothing wider than the window, nothing from elsewhere`, async () => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== api.baseUrl) foreign.push(request.url());
      });
      for (const address of addresses) {
        await page.goto(api.baseUrl + address);
        expect(await seriousFindings(page), address).to.deep.equal([]);
        expect(await overflow(page), address).to.be.at.most(0);
      }
      expect(foreign).to.deep.equal([]);
      await context.close();
    });
  }

  it('has samples for the address that it was read from', async () => {
    const page = await browser.newPage();
    await page.goto(`${api.baseUrl}/docs`);
    const samples = (await page.locator('pre code').allTextContents()).join('\n');
    expect(samples).to.include(`API=${api.baseUrl}/api/v1`).and.not.include(':3000');
    await page.close();
  });

  it('sends a form with a record of the household, does it once, and asks before it deletes', async () => {
    const account = await newAccount(database.sql, api.tenant.householdId);
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${api.baseUrl}/docs/operations/transactions`);
    await page.fill('#key', api.tenant.writeKey);
    await page.click('#key-form button');
    const add = page.locator('#createTransactions');
    await add.getByText('Try it').click();
    await eventually(async () =>
      expect(await add.locator('textarea').inputValue()).to.include(account),
    );
    for (const expected of [
      /^201 in \d+ ms\n/,
      /^201 in \d+ ms, sent before: nothing was done twice\n/,
    ]) {
      await add.getByRole('button').click();
      await eventually(async () =>
        expect(await add.locator('.answer').textContent()).to.match(expected),
      );
    }
    const [transaction] = await database.sql<{ id: string }[]>`select id from transactions`;
    const remove = page.locator('#deleteTransaction');
    await remove.getByText('Try it').click();
    await remove.locator('input').first().fill(transaction!.id);
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await remove.getByRole('button').click();
    expect(asked).to.deep.equal([`Really send DELETE /api/v1/transactions/${transaction!.id}?`]);
    expect(await database.sql`select 1 from transactions`).to.have.length(1);
    expect(faults).to.deep.equal([]);
    await page.close();
  });
});
