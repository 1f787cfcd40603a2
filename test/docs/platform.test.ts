import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readSource } from '../helpers/checkout.ts';
import { cli } from '../helpers/cli.ts';
import { withApi } from '../helpers/start-api.ts';

const run = promisify(execFile);

describe('the commands of docs/PLATFORM.md', () => {
  const { database, api } = withApi();
  const guide = readSource('docs/PLATFORM.md');
  const [makeKey = '', makeHousehold = '', makeHouseholdKey = '', ...more] = [
    ...guide.matchAll(/```sh\n([^]*?)```/g),
  ].map(([, text]) => text);

  it('make a platform, a household and a key of it, as printed; deleting it answers what the guide shows', async () => {
    expect(more).to.deep.equal([]);
    const words = [...makeKey.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word!,
    );
    expect(words.splice(0, 2)).to.deep.equal(['npx', 'ledgerline']);
    const made = await cli([...words, '--json'], { env: { DATABASE_URL: database.url } });
    const env: NodeJS.ProcessEnv = {
      PATH: process.env['PATH'],
      API: `${api.baseUrl}/api/v1`,
      PLATFORM_KEY: JSON.parse(made.out).api_key,
    };
    const post = async (command: string, more: NodeJS.ProcessEnv = {}): Promise<any> => {
      const script = command.replace('curl', 'curl -sS --fail-with-body');
      return JSON.parse((await run('bash', ['-c', script], { env: { ...env, ...more } })).stdout)
        .data;
    };
    const household = await post(makeHousehold);
    expect(household).to.include({ name: 'Doe family', currency: 'CHF' });
    const key = await post(makeHouseholdKey, { HOUSEHOLD: household.id });
    expect(key.scopes).to.deep.equal(['read', 'imports']);
    const as = { key: key.api_key as string };
    await api.answers(200, 'GET', '/api/v1/imports', { as });
    const [, shown = ''] = /```json\n([^]*?)```/.exec(guide) ?? [];
    const { body } = await api.request('DELETE', `/api/v1/households/${household.id}`, {
      as: { key: env['PLATFORM_KEY']! },
    });
    expect(body.data).to.include.keys(Object.keys(JSON.parse(shown).data));
  });
});
