import { expect } from 'chai';
import { LOOKS, overflow } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** What only the eye would notice. */
export function lookFlow(service: ConsoleService): void {
  it('in the dark: what deletes is red', async () => {
    const page = await service.signIn('/app/settings', LOOKS.dark);
    const colourOf = (name: RegExp) =>
      page
        .getByRole('button', { name })
        .first()
        .evaluate((button: any) => (globalThis as any).getComputedStyle(button).color as string);
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .waitFor();
    expect(await colourOf(/^Revoke/)).to.equal('rgb(255, 143, 143)');
    expect(await colourOf(/^Rotate/)).to.not.equal('rgb(255, 143, 143)');
  });

  it('on a phone: a name and what is wrong with its row are below one another', async () => {
    const account = { name: 'Narrow', type: 'Depository', currency: 'EUR' };
    const { id: account_id } = (await service.call('POST', '/accounts', account)).data;
    const name = 'Direct debit of a shop with many words';
    const raw_file_content = `date,amount,name\n2026-03-02,-1x,${name}\n2026-03-03,-2,Tea\n`;
    const body = { type: 'TransactionImport', account_id, raw_file_content };
    const { data } = await service.call('POST', '/imports', body);
    const page = await service.signIn(`/app/imports/${data.id}`, LOOKS['a phone']);
    const row = page.getByRole('row').filter({ hasText: name });
    const [of, fault] = [
      row.getByText(name),
      row.getByRole('paragraph').filter({ hasText: '-1x' }),
    ];
    await fault.waitFor();
    const [above, below] = [await of.boundingBox(), await fault.boundingBox()];
    expect(below!.y).to.be.at.least(above!.y + above!.height - 1);
    expect(await overflow(page)).to.be.at.most(0);
    await service.call('DELETE', `/imports/${data.id}`);
    await service.call('DELETE', `/accounts/${account_id}`);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('on a phone: a line of a file is beside its heading, and a long text does not widen the page', async () => {
    const page = await service.signIn('/app/imports', LOOKS['a phone']);
    const line = `2026-03-02,-1.00,${'Direct'.repeat(40)}`;
    const buffer = Buffer.from(`date,amount,name\n${line}\n`);
    const file = { name: 'narrow.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    const text = page.getByRole('row').getByText(line);
    await text.waitFor();
    const [inside, cell] = [await text.boundingBox(), await text.locator('..').boundingBox()];
    expect(inside!.x - cell!.x).to.be.at.least(30);
    expect(await overflow(page)).to.be.at.most(0);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('what holdings are worth: in the digits of their currency; prices keep theirs', async () => {
    const page = await service.signIn('/app/portfolio');
    const coins = page.getByRole('table', { name: 'Holdings of Coins' });
    await coins.getByText('US$0.00').waitFor();
    await page.getByText('US$3,701.37', { exact: true }).waitFor();
    expect(await page.getByText('.3706').count()).to.equal(0);
  });

  it('imports: a history is enough not to say that there are none', async () => {
    const page = await service.signIn('/app/imports');
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    await page.route(/\/api\/v1\/imports\?/, (route) =>
      route.fulfill({ json: { data: [], meta: { total_count: 0 } } }),
    );
    await page.reload();
    await page.getByRole('region', { name: 'Histories' }).waitFor();
    await eventually(async () =>
      expect(await page.locator('.mantine-Skeleton-root').count()).to.equal(0),
    );
    expect(await page.getByText('No imports yet').count()).to.equal(0);
  });

  it('going back from the details of a transaction, as a phone does: to the list, as closing them does', async () => {
    const page = await service.signIn('/app/', LOOKS['a phone']);
    await page.goto(`${service.baseUrl}/app/transactions?search=rent`);
    const [row, details] = [page.getByRole('button', { name: /rent/i }), page.getByRole('dialog')];
    await row.first().click();
    await details.waitFor();
    await page.goBack();
    await details.waitFor({ state: 'detached' });
    expect(page.url()).to.match(/transactions\?search=rent$/);
    await row.first().click();
    await details.waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('the menu of a phone: Escape closes it, and its button has the keyboard again', async () => {
    const page = await service.signIn('/app/', LOOKS['a phone']);
    const button = page.getByRole('button', { name: 'Menu' });
    await button.click();
    await page.getByRole('link', { name: 'Rules' }).focus();
    await page.keyboard.press('Escape');
    expect(await button.getAttribute('aria-expanded')).to.equal('false');
    expect(await button.evaluate((it) => it.matches(':focus'))).to.equal(true);
  });

  it('names without a blank: as long as they may be, and no page is wider than a phone', async () => {
    const name = 'N'.repeat(255);
    const { data: account } = await service.call('POST', '/accounts', { name, currency: 'EUR' });
    const row = { account_id: account.id, date: '2026-03-02', amount: '-1', currency: 'EUR', name };
    const { data: transaction } = await service.call('POST', '/transactions', row);
    const page = await service.signIn('/app/', LOOKS['a phone']);
    for (const path of ['', `accounts/${account.id}`, `transactions?open=${transaction.id}`]) {
      await page.goto(`${service.baseUrl}/app/${path}`);
      await page.getByText(name).last().waitFor();
      expect(await overflow(page), path).to.be.at.most(0);
    }
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Why these values').waitFor();
    const wider = await drawer.evaluate((it) => it.scrollWidth - it.clientWidth);
    expect(wider, 'the details').to.be.at.most(0);
    await service.call('DELETE', `/accounts/${account.id}`);
  });
}
