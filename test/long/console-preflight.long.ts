import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { withConsoleService } from '../helpers/console-service.ts';
import { compareJudgements } from '../console/preflight-flow.ts';

/** `CORPORA=FOLDER npm run test:long -- console-preflight`: files of others, in folders. */
const FOLDER = process.env['CORPORA'] ?? '';
/** Larger ones the service refuses. */
const BYTES_MAX = 10 * 1024 * 1024;

function* filesBelow(folder: string): Generator<{ name: string; content: Uint8Array }> {
  if (folder === '') throw new Error('CORPORA has to name the folder: CORPORA=FOLDER npm run …');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = path.join(folder, name);
    const found = statSync(full);
    if (!found.isFile() || found.size === 0 || found.size > BYTES_MAX) continue;
    yield { name: path.basename(name), content: readFileSync(full) };
  }
}

describe('preflight in the browser, over all corpora', function () {
  this.timeout(3_600_000);
  const service = withConsoleService();

  it('is the answer of the service to the byte', async () => {
    const page = await service.signIn('/app/imports');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { judged, refused } = await compareJudgements(service, page, filesBelow(FOLDER));
    console.log(`${judged} files judged alike, ${refused} refused alike`);
    expect(judged).to.be.greaterThan(100);
  });
});
