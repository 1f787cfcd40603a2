import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** What a person sees while the service does not answer, and when it does again. */
export function outageFlow(service: ConsoleService): void {
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const menu = (page: Page) => page.getByRole('navigation');
  const away = (page: Page, what: RegExp | string) =>
    page.route(what, (route) => route.fulfill({ status: 503, body: '{}' }));

  it('the API is away: each page says so below its title, and mends itself when it is back', async () => {
    const page = await service.signIn('/app/');
    await heading(page, 'Overview').waitFor();
    await away(page, /\/api\/v1\//);
    await page.goto(`${service.baseUrl}/app/connections`);
    await heading(page, 'Connections').waitFor();
    await menu(page).waitFor();
    const said = page.getByRole('alert').filter({ hasText: 'does not answer' });
    await said.waitFor();
    await page.unrouteAll();
    await page.getByRole('region').first().waitFor();
    expect(await said.count()).to.equal(0);
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('no answer at all: trying again shows the page once the service answers', async () => {
    const page = await service.signIn('/app/');
    await heading(page, 'Overview').waitFor();
    await away(page, /\/app\/session/);
    await page.goto(`${service.baseUrl}/app/rules`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await heading(page, 'Rules').waitFor();
  });

  it('the API never answers: the menu and the title of the page are there all the same', async () => {
    const page = await service.signIn('/app/');
    await heading(page, 'Overview').waitFor();
    await page.route(/\/api\/v1\//, () => undefined);
    await page.goto(`${service.baseUrl}/app/rules`);
    await heading(page, 'Rules').waitFor();
    await menu(page).waitFor();
  });

  it('what does not exist: said below the title of its page, without the offer to try again', async () => {
    const page = await service.signIn('/app/');
    await heading(page, 'Overview').waitFor();
    const places = { imports: 'Import', rules: 'Change a rule' };
    for (const [path, name] of Object.entries(places)) {
      await page.goto(`${service.baseUrl}/app/${path}/00000000-0000-4000-8000-000000000000`);
      await heading(page, name).waitFor();
      await page.getByRole('alert').filter({ hasText: 'does not exist' }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    }
  });

  it('the service goes while a page is open: the next one says so, and the menu stays', async () => {
    const page = await service.signIn('/app/settings');
    await heading(page, 'Settings').waitFor();
    await page.route('**', (route) => route.abort('connectionrefused'));
    await menu(page).getByText('Transactions').click();
    await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Transactions').waitFor();
  });

  it('a key that is refused, then no answer: only the latter is said', async () => {
    const page = await service.newPage();
    await page.goto(`${service.baseUrl}/app/sign-in`);
    const refused = page.getByText('does not know this key');
    await page.locator('input[type=password]').fill('ledg_wrong');
    await page.keyboard.press('Enter');
    await refused.waitFor();
    await away(page, /\/app\/session/);
    // The form takes no key while it still sends the last one; a click waits for that.
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').waitFor();
    expect(await refused.count()).to.equal(0);
  });

  it('an operator, while a part is away: says which, and as of when the tables are', async () => {
    const page = await service.logIn('/admin');
    await page.getByRole('table', { name: 'Queues' }).waitFor();
    const body = JSON.stringify({ errors: ['Redis does not answer: start it'] });
    await page.route(/\/admin\/api\//, (route) => route.fulfill({ status: 503, body }));
    await page.getByRole('alert').filter({ hasText: 'Redis does not answer: start it' }).waitFor();
    await page.getByText(/^What follows is as of .*\d/).waitFor();
    await page.getByRole('table', { name: 'Queues' }).waitFor();
  });
}
