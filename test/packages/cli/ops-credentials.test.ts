import { expect } from 'chai';
import { openSecret } from '../../../shared/platform/crypto.ts';
import { findConnection } from '../../../shared/sync/store/provider-connections.ts';
import { cli } from '../../helpers/cli.ts';
import { insertTestConnection } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { withFolder } from '../../helpers/with-folder.ts';

const key = (id: string, byte: number): string =>
  `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

describe('ledgerline ops credentials rotate', function () {
  const database = withDatabase();
  const { folder, file } = withFolder();
  const rotate = (keys: string) =>
    cli(['ops', 'credentials', 'rotate'], {
      env: { DATABASE_URL: database.url, CREDENTIALS_KEYS: keys },
    });

  it('re-encrypts every key, after which the old one is not needed any more', async () => {
    const old = database.config({ CREDENTIALS_KEYS: key('old', 1) });
    const owners = await Promise.all(
      ['first-key', 'second-key'].map((apiKey) =>
        insertTestConnection({ config: old, sql: database.sql }, apiKey),
      ),
    );
    const { out } = await rotate(`${key('new', 2)},${key('old', 1)}`);
    expect(out).to.include('are encrypted with new; 2 of them were re-encrypted now');
    const ring = database.config({ CREDENTIALS_KEYS: key('new', 2) }).credentialKeys!;
    for (const [index, { householdId, connectionId }] of owners.entries()) {
      const connection = (await findConnection(database.sql, householdId, connectionId))!;
      expect(connection.credential.keyId).to.equal('new');
      expect(openSecret(ring, connection.credential, connectionId)).to.equal(
        ['first-key', 'second-key'][index],
      );
    }
    const digests =
      await database.sql`select 1 from provider_connections where credential_digest is not null`;
    expect(digests).to.have.length(2);
    expect((await rotate(key('new', 2))).out).to.include('are encrypted with new; 0 of them');
    const actions = await database.sql`
      select actor, action, target, result
      from operator_actions
      order by id`;
    const [done] = actions;
    expect(done!['actor']).to.match(/^ops: ./);
    expect(done).to.include({ action: 'rotate', target: 'credentials' });
    expect(actions.map(({ result }) => result as string)).to.deep.equal([
      '2 re-encrypted with new',
      '0 re-encrypted with new',
    ]);
  });

  it('changes nothing when a key cannot be opened', async () => {
    const config = database.config({ CREDENTIALS_KEYS: key('lost', 3) });
    const owner = await insertTestConnection({ config, sql: database.sql }, 'third-key');
    const failed = await rotate(key('new', 2));
    expect(failed.code).to.equal(1);
    expect(failed.err).to.include('encryption key lost is not configured');
    const wrong = await rotate(`${key('new', 2)},${key('lost', 9)}`);
    expect(wrong.err).to.include('encryption key lost is not the one that was used');
    const connection = await findConnection(database.sql, owner.householdId, owner.connectionId);
    expect(connection?.credential.keyId).to.equal('lost');
  });

  it('takes the keys and the provider of the service that npm start runs here', async () => {
    const owned = database.config({ CREDENTIALS_KEYS: key('own', 4) });
    await database.sql`delete from provider_connections`;
    await insertTestConnection({ config: owned, sql: database.sql }, 'fourth-key');
    const ready = { database_url: database.url, provider_url: 'http://127.0.0.1:9/' };
    file('ready.json', JSON.stringify(ready));
    file('secrets.json', JSON.stringify({ credentialsKeys: key('own', 4) }));
    const { out } = await cli(['ops', 'credentials', 'rotate'], { env: { DATA_DIR: folder } });
    const resumed = await cli(['ops', 'resume', '127.0.0.1:9'], { env: { DATA_DIR: folder } });
    expect(resumed.out).to.include('nothing to resume: provider 127.0.0.1:9');
    expect(out).to.include('are encrypted with own');
  });
});
