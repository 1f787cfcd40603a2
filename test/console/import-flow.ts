import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';
import { statements } from '../helpers/fixture-statements.ts';
import { compareJudgements } from './preflight-flow.ts';

const CSV = [
  'Kontoauszug;;;;',
  'Buchung;Betrag;Währung;Text;Saldo',
  '13.01.2025;-1,50;EUR;Kaffee;98,50',
  '14.01.2025;2.000,00;EUR;Lohn;2.098,50',
  '16.01.2025;-820,00;EUR;Miete;1.278,50',
  '',
].join('\n');

/** An export of 1,203 records that is uploaded in two parts. */
function historyOf(notes: string): string {
  const line = (type: string, data: object) => `${JSON.stringify({ type, data })}\n`;
  const account = { id: 'a', name: 'Giro of the history', balance: '0', currency: 'EUR' };
  const transaction = (at: number) =>
    line('Transaction', {
      ...{ id: `t${at}`, account_id: 'a', date: '2025-03-01', amount: '1.5', currency: 'EUR' },
      ...{ name: 'Tea', category_id: 'c', notes },
    });
  return [
    line('Category', { id: 'c', name: 'Tea of the history', classification: 'expense' }),
    line('Account', { ...account, accountable_type: 'Depository' }),
    line('Tag', { id: 'g', name: 'Tag of the history' }),
    ...Array.from({ length: 1200 }, (_, at) => transaction(at)),
  ].join('');
}

/** Chooses a file of the text in Windows-1252, as older banks write it. */
const choose = (page: Page, name: string, text: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(text, 'latin1'),
  });

/** A bank's file from drop to undo. */
export function importFlow(service: ConsoleService): void {
  it('a file of a bank: dropped, read next to its lines, compared, imported, and taken back', async () => {
    const page = await service.signIn('/app/imports');
    await choose(page, 'januar.csv', CSV);
    const rows = page.getByRole('table', { name: 'Lines and what is read from them' });
    await rows.getByText('13.01.2025;-1,50;EUR;Kaffee;98,50').waitFor();
    expect(await rows.getByRole('row').nth(2).innerText()).to.match(
      /14 Jan 2025.*Lohn.*2,000\.00/s,
    );
    const asked = page.waitForRequest((request) => request.url().includes('/api/v1/imports'));
    await page.getByLabel('Keep as a profile named').fill('Bank of January');
    await page.getByRole('combobox', { name: 'Which account is it?' }).click();
    await page.getByRole('option', { name: /^New account/ }).click();
    await page.getByLabel('Its IBAN or number').fill('DE89 3704 0044 0532 0130 00');
    const currency = page.getByRole('combobox', { name: 'Its currency' });
    expect(await currency.inputValue(), 'that of the file').to.equal('EUR');
    await currency.fill('CHF');
    await page.getByRole('option', { name: 'CHF' }).click();
    await page.getByRole('button', { name: 'Compare with what is there' }).click();
    await asked;
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText(/^Can be undone until/).waitFor();
    const account = (await service.call('GET', '/accounts?per_page=100')).data.find(
      ({ name }: { name: string }) => name === 'januar',
    );
    expect(account.number).to.equal('DE89370400440532013000');
    expect(account.currency).to.equal('CHF');
    const imported = async () =>
      (await service.call('GET', `/transactions?account_id=${account.id}`)).data.length;
    expect(await imported()).to.equal(3);
    const settings = await service.signIn('/app/settings');
    await settings.getByRole('cell', { name: 'Bank of January', exact: true }).waitFor();
    await settings.getByRole('button', { name: 'Delete Bank of January' }).click();
    await settings.getByText('No import profiles').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Take back what this import added and changed?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('undone', { exact: true }).waitFor();
    expect(await imported()).to.equal(0);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a statement: read without columns to choose', async () => {
    const page = await service.signIn('/app/imports');
    await choose(page, 'giro.qif', '!Type:Bank\nD03/14/2025\nT-4.00\nPTea House\n^\n');
    await page.getByRole('cell', { name: 'Tea House' }).waitFor();
    await page.getByRole('combobox', { name: /^Day: format/ }).waitFor();
    expect(await page.getByRole('combobox', { name: /: column/ }).count()).to.equal(0);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('preflight in the browser is the answer of the service to the byte', async () => {
    const page = await service.signIn('/app/imports');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const texts = [...statements(), 'date,amount\n2025-01-31,x\n', '{"type":"Category"}\n', '\0\0'];
    const files = texts.map((text, at) => ({ name: `${at}.csv`, content: Buffer.from(text) }));
    const { judged, refused } = await compareJudgements(service, page, files);
    expect(judged).to.be.greaterThan(60);
    expect(refused).to.be.greaterThan(0);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a fault in a file: shown in its line, and nothing is uploaded', async () => {
    const page = await service.signIn('/app/imports');
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().includes('/session'))
        uploads.push(request.url());
    });
    await choose(page, 'faulty.csv', CSV.replace('-820,00', '-8x20,00'));
    await page.getByText('One fault keeps this file from being imported').waitFor();
    await page.getByText('2 of 3 rows can be imported, one cannot.').waitFor();
    const faults = page.getByRole('table', { name: 'Faults' });
    expect(await faults.locator('mark').innerText()).to.equal('-8x20,00');
    expect(uploads).to.deep.equal([]);
  });

  it('a file without bookings: nothing is to be mended; one that is refused keeps the choice of its type', async () => {
    const page = await service.signIn('/app/imports');
    const again = () => page.getByRole('button', { name: 'Close this file' }).click();
    for (const [name, text] of [
      ['empty.csv', ''],
      ['none.qif', '!Type:Bank\n'],
    ] as const) {
      await choose(page, name, text);
      await page.getByText('There is nothing to import in this file').waitFor();
      expect(await page.getByRole('table', { name: 'Faults' }).count(), name).to.equal(0);
      await again();
    }
    await choose(page, 'reference.sta', ':20:D140902049');
    await page.getByText(/begins like a statement \(MT940\), but is empty/).waitFor();
    const type = page.getByRole('combobox', { name: 'Type of rows' });
    expect(await type.inputValue()).to.equal('Transactions');
    await again();
    await choose(page, 'words.csv', CSV);
    await page.getByText('Choose it first: the rows name no account.').waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('warnings: in the language of the reader, with the numbers and the words of the page', async () => {
    const dates = 'date,amount,name\n03-04-2025,-1.50,{{Tea}}\n03-04-2025,-2.50,Bun\n';
    const more = '17.01.2025;-20,00;EUR;Brot;1.258,50\n18.01.2025;-8,00;EUR;Brot;1.250,50\n';
    const balance = CSV.replace('2.000,00', '1.000,00') + more;
    const files = { 'dates.csv': dates, 'balance.csv': balance, 'note.pdf': '%PDF-1.4' };
    const said = {
      'de-DE': [
        'Wählen Sie „Tag: Format“, um sicher zu sein.',
        'Zeile 4: Die Spalte „Saldo“ ändert sich um 2.000,00, der Betrag ist 1.000,00,',
        'Die Datei ist ein PDF. Laden Sie bei der Bank die Umsätze als CSV',
      ],
      'en-GB': [
        'The dates fit MM-DD-YYYY and DD-MM-YYYY alike; they were read as MM-DD-YYYY. Choose “Day: format” to be sure.',
        'Line 4: the column “Saldo” moves by 2000.00,',
        'The content is a PDF file: export the statement as CSV instead.',
      ],
    };
    for (const [locale, sentences] of Object.entries(said)) {
      const page = await service.signIn('/app/imports', { locale });
      for (const [at, [name, text]] of Object.entries(files).entries()) {
        await choose(page, name, text);
        await page
          .getByRole('listitem')
          .filter({ hasText: sentences[at] ?? '' })
          .waitFor();
        await page.getByRole('button', { name: /^(Close this file|Datei schließen)$/ }).click();
      }
      expect(faultsOf(page)).to.deep.equal([]);
    }
  });

  it('faults: with column and reason in German, and the settings that they name in view', async () => {
    const page = await service.signIn('/app/imports', { locale: 'de-DE' });
    const faulty = CSV.replace('13.01.2025', '31.02.2025').replace('14.01.2025', '14.01.1971');
    const said = {
      [faulty.replace('-820,00', '-8x20,00')]: [
        '„31.02.2025“ in der Spalte „Buchung“ ist kein Tag im Format TT.MM.JJJJ.',
        '„14.01.1971“ in der Spalte „Buchung“ liegt mehr als 30 Jahre zurück',
        '„-8x20,00“ in der Spalte „Betrag“ ist kein Betrag im Format 1.234,56.',
      ],
      'foo;bar\nx;y\n': ['Wählen Sie „Tag: Spalte“, „Betrag: Spalte“, oder prüfen Sie'],
      '02.01.2026;Tee;1,50;\n03.01.2026;Brot;;2,10\n05.01.2026;Brot;;2,70\n': [
        'Ausgänge kommen aus „Spalte 3“ und Eingänge aus „Spalte 4“, doch umgekehrt',
      ],
    };
    for (const [text, sentences] of Object.entries(said)) {
      await choose(page, 'fehler.csv', text);
      for (const sentence of sentences) await page.getByText(sentence).waitFor();
      const settings = page.getByRole('combobox', { name: /^(Tag|Betrag|Name): Spalte/ });
      expect(await settings.first().isVisible()).to.equal(true);
      await page.getByRole('button', { name: 'Datei schließen' }).click();
    }
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a table that is taken for a history: said, and taken back; an export of the same household: explained', async () => {
    const page = await service.signIn('/app/imports');
    await choose(page, 'januar.csv', CSV);
    await page.getByText('More settings').click();
    await page.getByRole('combobox', { name: /^Encoding/ }).click();
    await page.getByRole('option', { name: 'iso-8859-15' }).click();
    await page.getByRole('combobox', { name: /^Encoding/ }).click();
    await page.getByRole('option', { name: 'detect', exact: true }).click();
    const type = page.getByRole('combobox', { name: 'Type of rows' });
    await type.click();
    await page.getByRole('option', { name: 'A history of this service' }).click();
    await page.getByText('A history says by itself what each value is').waitFor();
    await type.click();
    await page.getByRole('option', { name: 'Transactions' }).click();
    await page.getByText('This file can be imported').waitFor();
    await page.getByRole('button', { name: 'Close this file' }).click();
    const { data: known } = await service.call('GET', '/categories?per_page=2');
    const lines = known.map(({ id, name }: { id: string; name: string }) =>
      JSON.stringify({ type: 'Category', data: { id, name, classification: 'expense' } }),
    );
    await choose(page, 'export.ndjson', lines.join('\n'));
    await page.getByText('2 faults are categories, tags and merchants that').waitFor();
    await page.getByText('If the file is its own export, all of it is here already').waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a setting that is chosen wrong: the right one is offered, with one click, and stays inferred', async () => {
    const page = await service.signIn('/app/imports');
    await choose(page, 'januar.csv', CSV);
    const amounts = page.getByRole('table', { name: 'Lines and what is read from them' });
    await amounts.getByText('-€1.50').waitFor();
    await page.getByRole('combobox', { name: /^A plus means/ }).click();
    await page.getByRole('option', { name: 'money out' }).click();
    await amounts.getByText('+€1.50').waitFor();
    await page.getByRole('button', { name: 'suggests: A plus means money in' }).click();
    await amounts.getByText('-€1.50').waitFor();
    await page.getByText('A plus means inferred').waitFor();
    await page.getByRole('button', { name: 'Close this file' }).click();
    await choose(page, 'alike.csv', 'date,amount,name\n01/02/2025,5.00,Tea\n');
    await page.getByText('Choose “Day: format” to be sure').waitFor();
    await page.getByRole('combobox', { name: /^Day: format/ }).click();
    await page.getByRole('option', { name: 'DD/MM/YYYY' }).click();
    await page.getByText('1 Feb 2025').waitFor();
    expect(await page.getByRole('button', { name: /suggests/ }).count(), 'a guess').to.equal(0);
  });

  it('a fault in a file: marked in its column alone', async () => {
    const page = await service.signIn('/app/imports');
    const good = '2026-01-02;-1.50;Tea;\n'.repeat(4);
    const bad = 'date;amount;name;note\n2026-01-03;a;"Banana; a";a\n';
    await choose(page, 'banana.csv', bad + good);
    const line = page.getByRole('table', { name: 'Faults' }).locator('pre');
    await line.waitFor();
    expect(await line.innerHTML()).to.match(/^2026-01-03;<mark[^>]*>a<\/mark>;"Banana; a";a$/);
  });

  it('a history: listed as it is uploaded and imported, and continued after a reload', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'));
    const file = join(folder, 'history 1.ndjson');
    writeFileSync(file, historyOf('x'.repeat(4500)));
    const page = await service.signIn('/app/imports');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    let release = (): void => undefined;
    const hold = () => new Promise<void>((resolve) => (release = resolve));
    let second = hold();
    await page.route('**/chunks', async (route) => {
      if (route.request().postData()?.includes('chunk-2.ndjson')) await second;
      await route.continue().catch(() => undefined);
    });
    const begin = async (): Promise<void> => {
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('This file can be imported').waitFor();
      await page.getByRole('button', { name: 'Import this history' }).click();
    };
    const listed = page.getByRole('row').filter({ hasText: 'history 1.ndjson' });
    const runs = page.getByRole('status').filter({ hasText: 'Tasks' });
    await begin();
    await runs.getByText(/^Uploading [1-9]\d% · history 1\.ndjson$/).waitFor();
    await listed.getByText(/^9\d\d of 1,203 rows$/).waitFor();
    expect(await listed.getByRole('cell').first().innerText()).to.equal('history 1.ndjson');
    expect(await runs.innerText()).to.not.contain('Done');
    await page.reload();
    expect(asked).to.deep.equal(['beforeunload']);
    await listed.getByText('Choose the same file again').waitFor();
    release();
    second = hold();
    await begin();
    await runs.getByText(/^Uploading/).waitFor();
    release();
    await runs.getByText('Done').waitFor();
    await listed.getByText('imported', { exact: true }).waitFor();
    await listed.getByText('1,203 of 1,203 rows').waitFor();
    expect(await page.getByText('keep this file from being imported').count()).to.equal(0);
    await page.reload();
    await listed.getByText('imported', { exact: true }).waitFor();
    expect(asked, 'nothing is lost then').to.have.length(1);
    rmSync(folder, { recursive: true });
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
