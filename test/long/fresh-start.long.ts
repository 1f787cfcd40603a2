import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../scripts/ports.ts';
import { root } from '../helpers/checkout.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  npmStart,
  processesOf,
  readReady,
  removeCheckout,
  untilReady,
} from '../helpers/npm-start.ts';

/** `npm run test:long -- fresh`: what a newcomer waits for. Nothing is asserted of the seconds, which are the machine's. */
describe('npm start of a fresh clone', function () {
  this.timeout(600_000);
  const folder = join(root, '.data', 'fresh');
  before(() => {
    removeCheckout(folder);
    mkdirSync(join(root, '.data'), { recursive: true });
    execFileSync('git', ['clone', '--quiet', root, folder]);
  });
  after(() => removeCheckout(folder));

  it('comes up without the tools of developers, and again', async () => {
    for (const time of ['first', 'again', 'again']) {
      const began = Date.now();
      const started = npmStart(folder, { PORT: String(await freePort()), REDIS_URL: '' });
      await untilReady(folder, started);
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(`      ${time}: ready after ${seconds} s`);
      const answer = await fetch(`${readReady(folder)['base_url']!}/app/`);
      expect(answer.status).to.equal(200);
      process.kill(-started.child.pid!, 'SIGINT');
      await eventually(() => expect(processesOf(folder)).to.deep.equal([]));
      // A start that a signal ends may leave it.
      rmSync(join(folder, '.data', 'ready.json'), { force: true });
    }
    expect(existsSync(join(folder, 'node_modules/mocha'))).to.equal(false);
  });
});
