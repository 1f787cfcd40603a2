import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { readSource } from '../../helpers/checkout.ts';
import { cli } from '../../helpers/cli.ts';
import { withApi } from '../../helpers/start-api.ts';

describe('ledgerline ops keys', function () {
  const { database, api } = withApi();
  const keys = (...args: string[]) =>
    cli(['ops', 'keys', ...args], { env: { DATABASE_URL: database.url } });
  const made = async (...args: string[]) => {
    const { code, out, err } = await keys(...args, '--json');
    expect(code, err).to.equal(0);
    return JSON.parse(out);
  };

  it('create makes household, user and a key that opens the API; with an id a key of that household', async () => {
    // As the README shows it.
    const [, shown = ''] = / ledgerline ops keys (create .*)$/m.exec(readSource('README.md')) ?? [];
    const first = await made(...shown.split(' '));
    expect(first).to.have.all.keys('id', 'api_key', 'household_id', 'user_id');
    const owner = ['--household-id', first.household_id];
    const second = await made('create', ...owner, '--scope', 'read');
    expect(second.household_id).to.equal(first.household_id);
    expect(second.user_id).to.equal(first.user_id);
    for (const [key, status] of [
      [first.api_key, 200],
      [second.api_key, 403],
    ] as const) {
      await api.answers(status, 'GET', '/api/v1/api_keys', { as: { key } });
    }
  });

  it('says by its exit code that there is no such thing, and that the database is away', async () => {
    const ops = (args: readonly string[], url = database.url) =>
      cli(['ops', ...args], { env: { DATABASE_URL: url } });
    const unknown = randomUUID();
    for (const args of [
      ['why', unknown],
      ['pause', unknown],
      ['retry', 'nope', '--dry-run'],
      ['discard', 'nope'],
      ['keys', 'revoke', unknown],
    ]) {
      const { code, err } = await ops(args);
      expect(code, args.join(' ') + err).to.equal(3);
    }
    expect((await ops(['pause', 'nope'])).code).to.equal(2);
    expect((await ops(['retry', 'provider_unavailable', '--dry-run'])).code).to.equal(0);
    const away = await ops(['status'], 'postgres://nobody@127.0.0.1:1/none');
    expect(away.code, away.err).to.equal(4);
    const bare = new URL(database.url);
    bare.pathname = '/postgres';
    for (const args of [['status'], ['keys', 'list']]) {
      const { code, err } = await ops(args, bare.href);
      expect([code, err], args.join()).to.deep.equal([
        4,
        'the database has no tables of Ledgerline: run the release command (npm run migrate, or node dist/scripts/migrate.js)\n',
      ]);
    }
  });

  it('create never opens a household that has the name already', async () => {
    const { householdId } = api.tenant;
    await api.request('PATCH', '/api/v1/household', { body: { name: 'Smith' } });
    const { household_id: other } = await made('create', '--household', 'Smith', '--scope', 'read');
    expect(other).to.not.equal(householdId);
  });

  it('create --platform makes a platform and a key that opens no household; with an id a key of that platform', async () => {
    const first = await made('create', '--platform', 'Budget app');
    expect(first).to.have.all.keys('id', 'api_key', 'platform_id');
    const owner = ['--platform-id', first.platform_id];
    const second = await made('create', ...owner);
    expect(second.platform_id).to.equal(first.platform_id);
    const other = await made('create', '--platform', 'Budget app');
    expect(other.platform_id).to.not.equal(first.platform_id);
    const as = { key: second.api_key as string };
    expect((await api.get('/api/v1/usage', { as })).api_key.scopes).to.deep.equal(['platform']);
    await api.answers(403, 'GET', '/api/v1/accounts', { as });
    const { data } = await made('list', ...owner);
    expect(data.map((line: any) => line.id)).to.deep.equal([first.id, second.id]);
    expect(data[0]).to.include({ platform: 'Budget app', household_id: null });
    const { err } = await keys('create', ...owner, '--scope', 'read_write');
    expect(err).to.contain('platform');
  });

  it('revoke ends a key, list shows it without its value', async () => {
    const args = ['--household', 'Roe', '--user', 'Kim', '--name', 'Phone', '--scope', 'read'];
    const { id, api_key: key, household_id: householdId } = await made('create', ...args);
    await made('revoke', id);
    await api.answers(401, 'GET', '/api/v1/usage', { as: { key } });
    const {
      data: [line],
    } = await made('list', '--household-id', householdId);
    expect(line).to.include({ id, household: 'Roe', user: 'Kim', name: 'Phone' });
    expect(line.revoked_at).to.be.a('string');
    expect(JSON.stringify(line)).to.not.contain(key);
    expect((await keys('revoke', id)).code).to.equal(3);
  });

  it('are recorded: which key, and who', async () => {
    const first = await made('create', '--household', 'Recorded', '--scope', 'read');
    const second = await made('rotate', first.id);
    await made('revoke', second.id);
    const actions = await database.sql`
      select actor, action, target, result
      from operator_actions
      order by id desc
      limit 3`;
    const [{ actor } = {}] = actions;
    expect(actor).to.match(/^ops: ./);
    expect([...actions].reverse()).to.deep.equal([
      {
        actor,
        action: 'create',
        target: `key ${first.id}`,
        result: `household ${first.household_id}`,
      },
      { actor, action: 'rotate', target: `key ${first.id}`, result: `key ${second.id}` },
      { actor, action: 'revoke', target: `key ${second.id}`, result: 'completed' },
    ]);
  });

  it('says what is missing or wrong', async () => {
    const both = ['--household', 'X', '--household-id', randomUUID()];
    for (const named of [[], both, ['--household-id', randomUUID()], ['--household-id', 'Doe']]) {
      const { code, err } = await keys('create', ...named, '--scope', 'read');
      expect(code).to.be.greaterThan(0);
      expect(err).to.match(/--household|There is no household with the id/);
    }
    expect((await keys('list', '--household', 'Doe')).err).to.contain('--household-id');
    expect((await keys('create', '--household', 'X', '--scope', 'all')).err).to.contain('--scope');
    expect((await keys('revoke', 'nonsense')).code).to.equal(3);
    expect((await keys('explode')).code).to.equal(2);
  });
});
