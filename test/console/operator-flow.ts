import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { faultsOf } from '../helpers/console-service.ts';
import type { ConsoleService } from '../helpers/console-service.ts';

/** An operator finds a sync that failed, mends it, and finds what was done. */
export function operatorFlow(service: ConsoleService): void {
  it('an operator: finds a household whose bank denies access, retries, and finds what was done', async () => {
    const listing = { id: 7, name: 'Current', currency: 'EUR', status: 'ACTIVE' };
    const user = { accounts: [{ listing, generate: { rows: 5 } }] };
    await service.bank('PUT', '/users/key-lost', user);
    const body = { name: 'Lost bank', api_key: 'key-lost' };
    const { data: bank } = await service.call('POST', '/provider_connections', body);
    const latest = async () =>
      (await service.call('GET', `/syncs?provider_connection_id=${bank.id}`)).data;
    await eventually(async () => expect((await latest())[0].status).to.equal('completed'));
    await service.bank('DELETE', '/users/key-lost');
    await service.call('POST', `/provider_connections/${bank.id}/syncs`);
    await eventually(async () => expect((await latest())[0].status).to.equal('failed'));

    const page = await service.logIn('/admin/households');
    await page.getByLabel('Name or id').fill('Demo');
    await page.getByRole('link', { name: /^Demo/ }).click();
    const section = page.getByRole('region', { name: 'Lost bank' }).first();
    await section.getByText(/its owner has to ask the provider/).waitFor();
    await service.bank('PUT', '/users/key-lost', user);
    await page.goto(`${service.baseUrl}/admin`);
    await page.getByRole('button', { name: 'Retry: forbidden' }).click();
    await page.getByText(/\bjobs?\./).waitFor();
    await eventually(async () => expect((await latest())[0].status).to.equal('completed'));
    await page.getByRole('link', { name: 'Actions' }).click();
    await page.getByRole('cell', { name: 'forbidden' }).first().waitFor();
    expect(faultsOf(page)).to.deep.equal([]);
    await service.call('DELETE', `/provider_connections/${bank.id}`);
  });
}
