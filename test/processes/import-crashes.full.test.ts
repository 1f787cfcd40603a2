import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { programArguments, root } from '../helpers/checkout.ts';
import { hasRedisServer } from '../helpers/redis-server.ts';

/** The small form of `npm run test:long -- chaos-imports`. */
describe('an import whose PostgreSQL and Redis crash while it is uploaded and while it is worked on', function () {
  this.timeout(400_000);

  it('ends as if undisturbed, and its client saw nothing but answers and 503 with Retry-After', async () => {
    const size = { TRANSACTIONS: '6000', WORKERS: '1', KILLS: '0', RESTARTS: '2', SEED: '1' };
    const env = { ...process.env, ...size, QUEUE: hasRedisServer ? 'redis' : 'postgres' };
    const args = programArguments('test/chaos/imports.chaos.ts');
    const ended = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    expect(ended.stdout, ended.stderr).to.include('chaos: it holds');
  });
});
