import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { createTenant } from '../helpers/start-api.ts';
import { startReceiver } from '../helpers/webhook-receiver.ts';
import { seriousFindings } from '../helpers/browser.ts';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** Keys, webhooks, and the end of a household. */
export function settingsFlow(service: ConsoleService): void {
  it('a key: made and shown once, with its scope alone, and revoked; another that was made elsewhere is there at the next look', async () => {
    const page = await service.signIn('/app/settings');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reader');
    await page.keyboard.press('Enter');
    const value = await page.getByText(/^ledg_\w+$/).innerText();
    const status = async (method: string): Promise<number> => {
      const headers = { 'X-Api-Key': value, 'Content-Type': 'application/json' };
      const body = method === 'GET' ? null : JSON.stringify({ name: 'By a reader' });
      const address = `${service.baseUrl}/api/v1/categories`;
      return (await fetch(address, { method, headers, body })).status;
    };
    expect([await status('GET'), await status('POST')]).to.deep.equal([200, 403]);
    // As on plain http.
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('This browser does not copy here.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText(value).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Revoke.*Reader/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await eventually(async () => expect(await status('GET')).to.equal(401));
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.id')).to.equal('main'),
    );
    await page.getByRole('link', { name: 'Rules' }).click();
    await service.newKey('Made elsewhere');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Made elsewhere').waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a webhook: added with a secret shown once, tried, its delivery listed and sent again, and removed', async () => {
    const receiver = await startReceiver();
    try {
      const page = await service.signIn('/app/settings');
      await page.getByRole('button', { name: 'Add an address' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(receiver.url);
      // Two clicks in one frame add it once.
      await page.evaluate(
        'for (const _ of "12") document.querySelector("[role=dialog] form").requestSubmit()',
      );
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      const [first] = await receiver.of('webhook_endpoint.test');
      const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
      const row = rows.filter({ hasText: 'webhook_endpoint.test' });
      await row.getByText('delivered').waitFor();
      await row.getByRole('button', { name: /^Send again/ }).click();
      const [, again] = await receiver.of('webhook_endpoint.test', 2);
      expect(again?.headers['webhook-id']).to.equal(first?.headers['webhook-id']);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No webhooks').waitFor();
      expect(faultsOf(page)).to.deep.equal([]);
    } finally {
      await receiver.close();
    }
  });

  it('a form that is refused: what to enter, in the reader’s language, and no word of what was saved before', async () => {
    const page = await service.signIn('/app/settings');
    const section = page.getByRole('region', { name: 'Household' });
    const save = section.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('Saved').waitFor();
    await section.getByLabel('Name').fill('   ');
    await save.click();
    await section.getByText('Enter a name.', { exact: true }).waitFor();
    await page.getByText('Saved').waitFor({ state: 'detached', timeout: 2_000 });
    await page.goto(`${service.baseUrl}/app/nowhere`);
    await page.getByText('This does not exist, or no longer exists.').waitFor();
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const german = await service.signIn('/app/settings', { locale: 'de-DE' });
    await german.getByRole('button', { name: 'Schlüssel anlegen' }).click();
    const dialog = german.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Vergangen');
    await dialog.getByLabel('Endet am').fill('2020-01-01');
    await german.keyboard.press('Enter');
    await dialog.getByText('Der Schlüssel muss in der Zukunft enden.', { exact: true }).waitFor();
    expect([...faultsOf(page), ...faultsOf(german)]).to.deep.equal([]);
  });

  it('two households in one browser: a tab of the first shows and changes nothing of the second', async () => {
    const { householdId, writeKey } = await createTenant(service, 'The second');
    const first = await service.signIn('/app/settings');
    const save = first.getByRole('button', { name: 'Save' }).first();
    await save.click();
    await first.getByText('Saved').waitFor();
    expect(await seriousFindings(first), 'with a notification').to.deep.equal([]);
    const second = await first.context().newPage();
    await second.goto(`${service.baseUrl}/app/sign-in`);
    await second.getByLabel('API key').fill(writeKey);
    await second.keyboard.press('Enter');
    await second.getByText('The second').first().waitFor();
    await first.bringToFront();
    await save.click().catch(() => undefined);
    await first.waitForURL(/\/app\/sign-in/);
    const [kept] = await service.sql`select name from households where id = ${householdId}`;
    expect(kept!['name']).to.equal('The second');
    await service.sql`delete from households where id = ${householdId}`;
  });

  it('deleting everything: only after its name is typed and asked again; then nothing opens it', async () => {
    const { householdId, writeKey } = await createTenant(service, 'Short-lived');
    const address = '/app/settings';
    const page = await service.signIn(address, { apiKey: writeKey });
    const button = page.getByRole('button', { name: 'Delete everything' });
    await page.getByLabel('Type the household’s name: Short-lived').fill('Short');
    expect(await button.isDisabled()).to.equal(true);
    await page.getByLabel('Type the household’s name: Short-lived').fill('Short-lived');
    await button.click();
    await page.getByText(/^Delete everything, for good/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
    await page.waitForURL(/\/app\/sign-in/);
    await eventually(async () => {
      const left = await service.sql`select 1 from households where id = ${householdId}`;
      expect(left).to.have.length(0);
    });
    expect(faultsOf(page)).to.deep.equal([]);
  });
}
