import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { readFingerprint } from '#preflight/rows/header-fingerprint';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

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
    await service.call('DELETE', `/import_profiles/${profile.id}`);
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
