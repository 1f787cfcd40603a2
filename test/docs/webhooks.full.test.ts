import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES } from '#preflight/webhook-events';
import { newWebhookSecret, signatureHeaders } from '../../shared/webhooks/signature.ts';
import { readSource, root } from '../helpers/checkout.ts';
import { eventually } from '../helpers/eventually.ts';

describe('docs/WEBHOOKS.md', () => {
  const guide = readSource('docs/WEBHOOKS.md');

  it('explains each type of event, and no other', () => {
    const types = [...guide.matchAll(/^\| `([\w.]+)` /gm)].map(([, type]) => type);
    expect(types.sort()).to.deep.equal([...WEBHOOK_EVENT_TYPES, TEST_EVENT].sort());
  });

  it('has a receiver that takes what is signed, once, and nothing else', async () => {
    const [, program = ''] = /```js\n([^]+?)```/.exec(guide) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'receiver-'));
    await writeFile(join(folder, 'receiver.mjs'), program);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const secret = newWebhookSecret();
    const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
      env: { ...process.env, PORT: '0', WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    try {
      const port = await eventually(() => {
        const [, found] = /^listening on (\d+)$/.exec(lines[0] ?? '') ?? [];
        if (found === undefined) throw new Error('it does not listen');
        return found;
      });
      const body = JSON.stringify({ type: 'sync.completed', data: { sync_id: '1' } });
      const post = async (by: string): Promise<number> => {
        const headers = signatureHeaders([by], { id: 'one', at: new Date(), body });
        const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
        return answer.status;
      };
      expect(await post(secret)).to.equal(204);
      expect(await post(secret)).to.equal(204);
      expect(await post(newWebhookSecret())).to.equal(400);
      expect(lines.slice(1)).to.deep.equal(['sync.completed {"sync_id":"1"}']);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });
});
