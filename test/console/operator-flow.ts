import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { faultsOf, type ConsoleService } from '../helpers/console-service.ts';

/** Banks that are paused and held, and an operator who mends a sync. */
export function operatorFlow(service: ConsoleService): void {
  it('a bank: paused and resumed, an account left out and included', async () => {
    const { data } = await service.call('GET', '/provider_connections');
    const page = await service.signIn('/app/connections');
    const section = page.getByRole('region', { name: data[0].name, exact: true });
    await section.getByRole('button', { name: 'Pause', exact: true }).click();
    await section.getByText('Paused', { exact: true }).waitFor();
    await section.getByText('No sync starts automatically until you resume it.').waitFor();
    await section.getByRole('button', { name: 'Resume', exact: true }).click();
    await section.getByText('Works', { exact: true }).waitFor();
    const button = section.getByRole('button', { name: /^Leave out / }).first();
    const name = String(await button.getAttribute('aria-label')).replace('Leave out ', '');
    await button.click();
    await section.getByText('left out', { exact: true }).waitFor();
    await section.getByRole('button', { name: `Include ${name}`, exact: true }).click();
    await section.getByText('left out', { exact: true }).waitFor({ state: 'detached' });
    expect(faultsOf(page)).to.deep.equal([]);
  });

  it('an operator: holds a household, of which its owner is informed, and releases it', async () => {
    const { data } = await service.call('GET', '/provider_connections');
    const [{ id }] = data;
    const admin = await service.logIn(`/admin/households/${service.householdId}`);
    const lever = (name: string) =>
      admin.getByRole('button', { name: `${name}: ${service.householdId}`, exact: true });
    const paused = admin.waitForResponse((response) => response.request().method() === 'POST');
    await lever('Drain').waitFor();
    expect(await lever('Resume').count(), 'nothing to resume').to.equal(0);
    await lever('Pause').click();
    await admin.getByText(/^Pause “Demo.*”\? Nothing new starts/).waitFor();
    await admin.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    // A page that is left takes its requests with it.
    await paused;
    await admin.goto(`${service.baseUrl}/admin`);
    const holds = admin.getByRole('table', { name: 'Held back by operators' });
    await holds.getByText(`Household ${service.householdId}`).waitFor();
    await service.call('POST', `/provider_connections/${id}/syncs`);
    const page = await service.signIn('/app/connections');
    await page.getByText('The operator of the service has paused syncs.').first().waitFor();
    await lever('Resume').click();
    await admin.getByText('Nothing is held back.').waitFor();
    await page
      .getByText('The operator of the service has paused syncs.')
      .first()
      .waitFor({ state: 'detached' });
    expect([...faultsOf(page), ...faultsOf(admin)]).to.deep.equal([]);
  });

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
