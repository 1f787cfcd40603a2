import { expect } from 'chai';
import type { ApiKeyScope } from '../../shared/households/api-key.ts';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** What is offered to a key that may not do everything. */
export function rightsFlow(service: ConsoleService): void {
  async function keyWith(...scopes: ApiKeyScope[]): Promise<string> {
    return (await service.newKey(`May ${scopes.join(' and ')}`, scopes)).value;
  }

  it('a key that may only read: every page is shown and says so, and offers nothing that the key may not do', async () => {
    const page = await service.signIn('/app/', { apiKey: await keyWith('read') });
    const said = page.getByText('Your key may only read here.');
    const offers = {
      connections: /^(Connect a bank|Sync now|Pause|Change|Remove|Leave out)/,
      rules: /^(New rule|Run |Delete|Apply)/,
      imports: /^(Choose a file|Undo)/,
      transactions: /^Edit$/,
    };
    for (const [path, names] of Object.entries(offers)) {
      await page.goto(`${service.baseUrl}/app/${path}`);
      await said.waitFor();
      await page.getByRole('table').or(page.getByRole('list')).first().waitFor();
      for (const role of ['button', 'link'] as const) {
        const offered = page.getByRole('main').getByRole(role, { name: names });
        expect(await offered.allInnerTexts(), path).to.deep.equal([]);
      }
    }
    await page
      .getByRole('button', { name: /: category of / })
      .first()
      .waitFor();
    expect(
      await page
        .getByRole('button', { name: /: category of / })
        .first()
        .isEnabled(),
    ).to.equal(false);
    const { data } = await service.call('GET', '/transactions?per_page=1');
    await page.goto(`${service.baseUrl}/app/transactions?open=${data[0].id}`);
    const notes = page.getByRole('dialog').getByLabel('Notes');
    await notes.waitFor();
    expect(await notes.isEnabled()).to.equal(false);
    await page.goto(`${service.baseUrl}/app/rules`);
    const active = page.getByRole('switch').first();
    await active.waitFor();
    expect(await active.isEnabled()).to.equal(false);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a key that is revoked in the middle of an edit: said as such, there and at sign-in; signing out says nothing', async () => {
    const { id, value } = await service.newKey('Revoked in the middle');
    const page = await service.signIn('/app/transactions/review', { apiKey: value });
    const look = page.getByRole('button', { name: 'Look for more' });
    await look.waitFor();
    // Only now, since otherwise a read of the page's own may be refused before the click.
    await page.route('**/transfer_suggestions/refresh', async (route) => {
      await service.call('DELETE', `/api_keys/${id}`);
      await route.continue();
    });
    await look.click();
    await page.waitForURL(/\/app\/sign-in/);
    const words = 'Your session has ended, for example because its key was revoked';
    await page.getByText(words).nth(1).waitFor();
    const ended = page.getByRole('main').getByText(words);
    expect(await ended.count()).to.equal(1);
    await page.getByLabel('API key').fill(service.apiKey);
    await page.keyboard.press('Enter');
    await look.waitFor();
    await page.getByRole('button', { name: /▾/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/app\/sign-in/);
    await page.getByLabel('API key').waitFor();
    expect(await ended.count()).to.equal(0);
  });

  it('revoking the key that one is signed in with: asked as such, and signed out', async () => {
    const { value } = await service.newKey('Own');
    const page = await service.signIn('/app/settings', { apiKey: value });
    await page.getByRole('button', { name: /^Revoke Own/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('is the key that you are signed in with.').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.waitForURL(/\/app\/sign-in/);
    await page.getByText('Your session has ended').first().waitFor();
  });

  it('the settings of a key that may not manage keys: without keys and without a fault', async () => {
    const { value: apiKey } = await service.newKey('May not manage keys', ['read']);
    const page = await service.signIn('/app/settings', { apiKey });
    await page.getByRole('region', { name: 'Webhooks' }).waitFor();
    await page.getByRole('region', { name: 'Export' }).waitFor();
    expect(await page.getByRole('region', { name: 'API keys' }).count()).to.equal(0);
    expect(await page.getByRole('region', { name: 'Delete everything' }).count()).to.equal(0);
    expect(await page.getByRole('alert').count()).to.equal(0);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('a key that may import and nothing else: the menu leads to imports alone, another page says which scopes open it', async () => {
    const page = await service.signIn('/app/imports', { apiKey: await keyWith('imports') });
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    const menu = page.getByRole('navigation').getByRole('link');
    expect(await menu.allInnerTexts()).to.deep.equal(['Import']);
    await page.goto(`${service.baseUrl}/app/portfolio`);
    await page.getByText('It needs the scope read or read_write.').first().waitFor();
  });

  it('a key that may change rules and nothing else: only the page of rules offers to', async () => {
    const apiKey = await keyWith('read', 'rules');
    const page = await service.signIn('/app/rules', { apiKey });
    await page.getByRole('link', { name: 'New rule' }).waitFor();
    expect(await page.getByRole('switch').first().isEnabled()).to.equal(true);
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByText('Your key may only read here.').waitFor();
    expect(await page.getByRole('button', { name: 'Sync now' }).count()).to.equal(0);
  });
}
