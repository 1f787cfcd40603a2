import { createSandboxProvider } from '../../sandbox-provider/server.ts';
import { seededRandom } from '../../sandbox-provider/random.ts';
import { startInstallation } from '../chaos/installation.ts';
import { playMirror } from '../chaos/mirror-rounds.ts';
import { createTenant } from '../helpers/start-api.ts';
import { SYNC_ENV } from '../helpers/sync-harness.ts';
import { withDatabase } from '../helpers/with-database.ts';

/** `npm run test:long -- mirror` plays thirty. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1);

describe('a client that holds only what the feed brought', function () {
  this.timeout(ROUNDS * 400_000);
  const database = withDatabase();

  it(`has what the lists and the export have after each of ${ROUNDS} rounds of kills`, async () => {
    const seed = process.env['SEED'] ?? '1';
    const sandbox = await createSandboxProvider().listen(0);
    const installation = await startInstallation({
      ...SYNC_ENV,
      DATABASE_URL: database.url,
      QUEUE_PREFIX: database.config().queuePrefix,
      DATABASE_SESSION_URL: '',
      PROVIDER_BASE_URL: sandbox.url,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      RATE_LIMIT_PER_HOUR: '10000000',
    });
    try {
      const tenant = await createTenant(database, 'Mirror');
      await playMirror({
        sql: database.sql,
        installation,
        sandbox,
        tenant,
        rounds: ROUNDS,
        random: seededRandom(seed),
        say: (text) => void process.stdout.write(`      ${text}\n`),
      });
    } catch (error) {
      process.stdout.write(`${installation.output().slice(-3000)}\n`);
      throw error;
    } finally {
      await installation.stop();
      await sandbox.close();
    }
  });
});
