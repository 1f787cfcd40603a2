import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../helpers/checkout.ts';
import { withConsoleService } from '../helpers/console-service.ts';

const FOLDER = path.join(root, 'docs/pictures');
const CSV = [
  'Kontoauszug;;;;',
  'Buchung;Betrag;Währung;Text;Saldo',
  '13.01.2025;-1,50;EUR;Kaffee;98,50',
  '14.01.2025;2.000,00;EUR;Lohn Januar;2.098,50',
  '16.01.2025;-820,00;EUR;Miete;1.278,50',
  '17.01.2025;-54,30;EUR;Hofladen Berg;1.224,20',
  '',
].join('\n');

describe('the pictures of docs/CONSOLE.md', () => {
  const service = withConsoleService();
  const keep = (page: Page, name: string) =>
    page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
  before(() => mkdirSync(FOLDER, { recursive: true }));

  it('show the overview, transactions that are pending, and a file before it is imported', async () => {
    const page = await service.signIn('/app/');
    await page.locator('canvas').nth(5).waitFor();
    await keep(page, 'overview');
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.getByRole('table').getByText('Pending', { exact: true }).first().waitFor();
    await keep(page, 'transactions');
    await page.getByRole('link', { name: 'Import' }).click();
    const file = { name: 'januar.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV, 'latin1') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('heading', { name: 'How it is read' }).waitFor();
    await keep(page, 'import');
  });
});
