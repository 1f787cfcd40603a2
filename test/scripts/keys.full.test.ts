import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { programArguments, root } from '../helpers/checkout.ts';
import { startApi } from '../helpers/start-api.ts';
import { withDatabase } from '../helpers/with-database.ts';

const run = promisify(execFile);
describe('npm run keys', function () {
  const database = withDatabase();
  const api = startApi(database);
  const keys = (...args: string[]) =>
    run(process.execPath, [...programArguments('scripts/keys.ts'), ...args], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: database.url },
    });
  const failure = async (...args: string[]) =>
    keys(...args).then(
      () => expect.fail('the command succeeded'),
      (error: unknown) => error as { code: number; stderr: string },
    );

  it('create makes household, user and a key that opens the API; with an id a key of that household', async () => {
    const made = await keys('create', '--household', 'Doe', '--scope', 'read', '--json');
    const first = JSON.parse(made.stdout);
    expect(first).to.have.all.keys('id', 'api_key', 'household_id', 'user_id');
    const owner = ['--household-id', first.household_id];
    const again = await keys('create', ...owner, '--scope', 'read_write', '--json');
    const second = JSON.parse(again.stdout);
    expect(second.household_id).to.equal(first.household_id);
    expect(second.user_id).to.equal(first.user_id);
    for (const [key, status] of [
      [first.api_key, 403],
      [second.api_key, 200],
    ] as const) {
      expect((await api.request('GET', '/api/v1/api_keys', { as: { key } })).status).to.equal(
        status,
      );
    }
  });

  it('create never opens a household that has the name already', async () => {
    const { householdId } = api.tenant;
    await api.request('PATCH', '/api/v1/household', { body: { name: 'Smith' } });
    const made = await keys('create', '--household', 'Smith', '--scope', 'read_write', '--json');
    expect(JSON.parse(made.stdout).household_id).to.not.equal(householdId);
  });

  it('create --platform makes a platform and a key that opens no household; with an id a key of that platform', async () => {
    const made = await keys('create', '--platform', 'Budget app', '--json');
    const first = JSON.parse(made.stdout);
    expect(first).to.have.all.keys('id', 'api_key', 'platform_id');
    const owner = ['--platform-id', first.platform_id];
    const second = JSON.parse((await keys('create', ...owner, '--json')).stdout);
    expect(second.platform_id).to.equal(first.platform_id);
    const other = JSON.parse((await keys('create', '--platform', 'Budget app', '--json')).stdout);
    expect(other.platform_id).to.not.equal(first.platform_id);
    const as = { key: second.api_key as string };
    expect((await api.request('GET', '/api/v1/usage', { as })).body.api_key.scopes).to.deep.equal([
      'platform',
    ]);
    expect((await api.request('GET', '/api/v1/accounts', { as })).status).to.equal(403);
    const { data } = JSON.parse((await keys('list', ...owner, '--json')).stdout);
    expect(data.map((line: any) => line.id)).to.deep.equal([first.id, second.id]);
    expect(data[0]).to.include({ platform: 'Budget app', household_id: null });
    const { stderr } = await failure('create', ...owner, '--scope', 'read_write');
    expect(stderr).to.contain('platform');
  });

  it('--help says how, and so does a wrong option, without a stack', async () => {
    expect((await keys('--help')).stdout).to.match(/^Usage:/);
    const { code, stderr } = await failure('--househould', 'Doe');
    expect(code).to.equal(2);
    expect(stderr).to.include("Unknown option '--househould'").and.to.include('--help');
    expect(stderr).not.to.match(/^\s+at /m);
  });

  it('revoke ends a key, list shows it without its value', async () => {
    const args = ['--household', 'Roe', '--user', 'Kim', '--name', 'Phone', '--scope', 'read'];
    const {
      id,
      api_key: key,
      household_id: householdId,
    } = JSON.parse((await keys('create', ...args, '--json')).stdout);
    await keys('revoke', '--id', id);
    expect((await api.request('GET', '/api/v1/usage', { as: { key } })).status).to.equal(401);
    const list = await keys('list', '--household-id', householdId, '--json');
    const [line] = JSON.parse(list.stdout).data;
    expect(line).to.include({ id, household: 'Roe', user: 'Kim', name: 'Phone' });
    expect(line.revoked_at).to.be.a('string');
    expect(list.stdout).to.not.contain(key);
    expect((await failure('revoke', '--id', id)).code).to.equal(1);
  });

  it('says what is missing or wrong', async () => {
    const both = ['--household', 'X', '--household-id', randomUUID()];
    for (const named of [[], both, ['--household-id', randomUUID()], ['--household-id', 'Doe']]) {
      const { stderr } = await failure('create', ...named, '--scope', 'read');
      expect(stderr).to.match(/--household|There is no household with the id/);
    }
    expect((await failure('list', '--household', 'Doe')).stderr).to.contain('--household-id');
    expect((await failure('create', '--household', 'X', '--scope', 'all')).stderr).to.contain(
      '--scope',
    );
    expect((await failure('revoke', '--id', 'nonsense')).code).to.equal(1);
    expect((await failure('explode')).code).to.equal(2);
  });
});
