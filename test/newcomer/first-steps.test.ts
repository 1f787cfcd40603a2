import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { withApi } from '../helpers/start-api.ts';
import { startProcess, type RunningProcess } from '../helpers/processes.ts';
import { readSource } from '../helpers/checkout.ts';

const run = promisify(execFile);

/** The commands of a section, as printed. */
function commandsOf(title: string): string[] {
  const section = readSource('docs/API.md')
    .split(/^## /m)
    .find((each) => each.startsWith(`${title}\n`));
  return [...(section ?? '').matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!);
}

describe('the first steps of docs/API.md', function () {
  const { database, api } = withApi();
  let worker: RunningProcess;

  before(async () => {
    worker = await startProcess('workers/rules.ts', database.config(), { WORKER_PORT: '0' });
  });
  after(async () => {
    worker.child.kill('SIGTERM');
    await worker.exited;
  });

  it('take an empty household to a rule that ran, as they are printed', async () => {
    const blocks = commandsOf('First steps');
    expect(blocks.length).to.be.greaterThan(3);
    const script = ['set -euo pipefail', ...blocks].join('\n');
    const { stdout } = await run('bash', ['-c', script], {
      env: { ...process.env, KEY: api.tenant.writeKey, API: `${api.baseUrl}/api/v1` },
    });
    expect(stdout).to.include('"created":3').and.to.include('"matched_count":1');
    await eventually(async () => {
      const { data } = await api.get('/api/v1/rule_runs');
      expect(data.find((each: any) => each.trigger === 'request').status).to.equal('success');
    });
    const { data } = await api.get('/api/v1/transactions');
    const categories = data.map(({ name, category_name }: any) => [name, category_name]);
    expect(categories).to.deep.equal([
      ['Payroll', null],
      ['Cafe Luna', null],
      ['Corner Shop', 'Groceries'],
    ]);
    const [account] = (await api.get('/api/v1/accounts')).data;
    expect(account.balance).to.equal('1884.3');
  });
});
