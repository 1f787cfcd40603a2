import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { readFingerprint } from '#preflight/rows/header-fingerprint';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** Opens a file, once the page with the field for it is there. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const field = page.locator('input[type=file]');
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Close this file' }).waitFor();
}

const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Lines and what is read from them' });

/** What a draft says before its file is uploaded, and the page of the import afterwards. */
export function importDraftFlow(service: ConsoleService): void {
  it('a file of a profile: read with it in the draft as in the import, also after another choice', async () => {
    const text = 'Tag,Summe,Wer,Wohin\n03/05/2026,22.50,Ann,Rome\n';
    const { data: account } = await service.call('POST', '/accounts', { name: 'Card' });
    const { data: profile } = await service.call('POST', '/import_profiles', {
      name: 'My card',
      account_id: account.id,
      settings: { date_format: '%d/%m/%Y', signage_convention: 'inflows_negative' },
      header_fingerprint: readFingerprint(Buffer.from(text), 'TransactionImport', {}),
    });
    const page = await service.signIn('/app/imports');
    await choose(page, 'card.csv', text);
    await page.getByText('Read with the profile “My card”').waitFor();
    expect(await rowsOf(page).innerText()).to.match(/3 May 2026.*-\D*22\.50/s);
    await page.getByRole('combobox', { name: /^Day: format/ }).click();
    await page.getByRole('option', { name: 'MM/DD/YYYY' }).click();
    await rowsOf(page).getByText('5 Mar 2026').waitFor();
    expect(await rowsOf(page).innerText()).to.match(/-\D*22\.50/);
    const which = page.getByRole('combobox', { name: 'Which account is it?' });
    expect(await which.inputValue()).to.equal('Card');
    await page.getByRole('button', { name: 'Compare with what is there' }).click();
    const rows = page.getByRole('table', { name: 'Rows by result' });
    await rows.getByText('5 Mar 2026').waitFor();
    expect(await rows.innerText()).to.match(/-\D*22\.50/);
    await page.getByText('Read with the profile “My card”').waitFor();
    await service.call('DELETE', `/import_profiles/${profile.id}`);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('an import: how it is read can be changed, which accounts it makes, what a row resembles, its transactions', async () => {
    const page = await service.signIn('/app/imports');
    const header = 'date,amount,name,account\n';
    await choose(
      page,
      'new.csv',
      `${header}01/02/2025,5.00,Tea,Giro X\n01/02/2025,-7.00,Bun,Giro Y\n`,
    );
    await rowsOf(page).getByRole('columnheader', { name: 'Account' }).waitFor();
    await rowsOf(page).getByText('Giro X').last().waitFor();
    await page.getByRole('button', { name: 'Compare with what is there' }).click();
    const rows = page.getByRole('table', { name: 'Rows by result' });
    await rows.getByText('Giro Y').waitFor();
    const { currency } = (await service.call('GET', '/household')).data;
    const symbol = { USD: 'US$', EUR: '€' }[currency as string];
    expect(await rows.innerText()).to.include(`+${symbol}5.00`);
    await page.getByText('Choose “Day: format” to be sure').waitFor();
    await page.getByRole('combobox', { name: /^Day: format inferred/ }).click();
    await page.getByRole('option', { name: 'DD/MM/YYYY' }).click();
    await rows.getByText('1 Feb 2025').first().waitFor();
    expect(await page.getByText('Choose “Day: format” to be sure').count()).to.equal(0);
    await page.getByRole('button', { name: 'Leave out, Line 2' }).click();
    await page.getByText('Left out 1').click();
    await rows.getByText('Giro Y').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check again, Line 2' }).click();
    await rows.getByText('Giro Y').waitFor();
    expect(await page.getByRole('radio', { name: /^All/ }).isChecked()).to.equal(true);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('link', { name: 'Its transactions' }).click();
    await page.getByRole('button', { name: /: category of Bun/ }).waitFor();
    const account_id = (await service.call('GET', '/accounts?per_page=100')).data.find(
      ({ name }: { name: string }) => name === 'Giro X',
    ).id;
    const kiosk = { account_id, date: '2025-02-04', amount: '-9.90', name: 'Kiosk at the corner' };
    await service.call('POST', '/transactions', kiosk);
    const text = `${header}2025-02-03,-9.90,Kiosk corner,Giro X\n`;
    const { data } = await service.call('POST', '/imports', { raw_file_content: text });
    await page.goto(`${service.baseUrl}/app/imports/${data.id}`);
    await rows.getByText('Already there (probably)').waitFor();
    await rows.getByRole('link', { name: /^4 Feb 2025 .*9\.90 Kiosk at the corner$/ }).waitFor();
    await service.call('DELETE', `/imports/${data.id}`);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('an upload that ends while the reader is elsewhere: leaves them there, and is listed with a link', async () => {
    const page = await service.signIn('/app/imports');
    let release = (): void => undefined;
    await page.route('**/api/v1/imports', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((go) => (release = go));
      await route.continue();
    });
    const begin = async (name: string): Promise<void> => {
      await choose(page, name, 'date,amount,name,account\n2025-02-01,5.00,Tea,Giro Z\n');
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Compare with what is there' }).click();
      await sent;
    };
    const tasks = page.getByRole('status').filter({ hasText: 'Tasks' });
    await begin('one.csv');
    await page.getByRole('button', { name: 'Close this file' }).click();
    await choose(page, 'other.csv', 'date,amount,name\n2025-02-01,5.00,Other\n');
    await rowsOf(page).getByText('Other', { exact: true }).waitFor();
    release();
    await tasks.getByRole('link', { name: 'one.csv' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'other.csv' }).waitFor();
    await page.getByRole('button', { name: 'Close this file' }).click();
    await begin('two.csv');
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    release();
    await tasks.getByRole('link', { name: 'two.csv' }).click();
    await page.getByRole('heading', { level: 1, name: 'two.csv' }).waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a table: read although the names of the household are not; a history: says why it waits, and goes on', async () => {
    const { value: apiKey } = await service.newKey('May import', ['imports']);
    const mayImport = await service.signIn('/app/imports', { apiKey });
    await choose(mayImport, 'table.csv', 'date,amount,name\n2025-02-01,5.00,Tea\n');
    await rowsOf(mayImport).getByText('Tea', { exact: true }).waitFor();
    const page = await service.signIn('/app/imports');
    await page.route('**/api/v1/tags*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await choose(page, 'table.csv', 'date,amount,name\n2025-02-01,5.00,Tea\n');
    await rowsOf(page).getByText('Tea', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close this file' }).click();
    const tag = { type: 'Tag', data: { id: 'g', name: 'A tag of a waiting history' } };
    await choose(page, 'history.ndjson', JSON.stringify(tag));
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await page.getByText('This file can be imported').waitFor();
    await page.getByRole('button', { name: 'Close this file' }).click();
    await choose(page, 'faulty.ndjson', '{"type":"Nope","data":{}}');
    const fault = page.getByRole('table', { name: 'Faults' });
    await fault.getByText('“Nope” is not a record type.', { exact: true }).waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a new account: said to stay, and taken again when its import was deleted', async () => {
    const page = await service.signIn('/app/imports');
    for (const _ of ['once', 'again']) {
      await choose(page, 'made twice.csv', 'date,amount,name\n2025-02-01,5.00,Tea\n');
      await page.getByRole('combobox', { name: 'Which account is it?' }).click();
      await page.getByRole('option', { name: /^New account/ }).click();
      await page.getByText('The new account is made at once, and stays.').waitFor();
      await page.getByRole('button', { name: 'Compare with what is there' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    }
    const { data } = await service.call('GET', '/accounts?per_page=100');
    const made = data.filter(({ name }: { name: string }) => name === 'made twice');
    expect(made).to.have.length(1);
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
