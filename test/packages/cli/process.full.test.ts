import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { programArguments, root } from '../../helpers/checkout.ts';
import { withFolder } from '../../helpers/with-folder.ts';

const run = promisify(execFile);

describe('ledgerline as a process', function () {
  const { folder, file } = withFolder();

  it('writes more than a pipe takes at once, completely, and ends quietly when its reader leaves', async () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => `${at}\tName ${at}\t${at}.50`);
    const large = file('large.tsv', rows.join('\n'));
    const command = [...programArguments('packages/cli/main.ts'), 'clean', large];
    const { stdout } = await run(process.execPath, command, { cwd: root, maxBuffer: 2 ** 28 });
    expect(stdout).to.equal(`${rows.join('\r\n').replaceAll('\t', ',')}\r\n`);
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
  });

  it('says that a disk is full, and does not exit as if all were written', async () => {
    const rows = file('rows.tsv', 'date\tamount\n2025-01-31\t4.00\n');
    const full = openSync('/dev/full', 'w');
    const command = [...programArguments('packages/cli/main.ts'), 'clean', rows];
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', full, 'pipe'] });
    let err = '';
    child.stderr?.on('data', (text: Buffer) => (err += text.toString()));
    const [code] = await once(child, 'close');
    closeSync(full);
    expect(err).to.contain('The output cannot be written: the disk is full.');
    expect(code).to.equal(2);
  });

  it('is a separate package, which judges a file in an empty folder', async function () {
    this.timeout(120_000);
    const [made, empty] = [path.join(folder, 'package'), path.join(folder, 'empty')];
    mkdirSync(empty);
    await run(process.execPath, [...programArguments('scripts/pack-cli.ts'), made], { cwd: root });
    await run('npm', ['pack', made, '--pack-destination', folder], { cwd: folder });
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
    const npx = ['exec', '--yes', `--package=${path.join(folder, archive)}`, '--', 'ledgerline'];
    file('empty/ok.csv', 'date,amount\n01/31/2025,4.00\n');
    const { stdout } = await run('npm', [...npx, 'preflight', 'ok.csv'], { cwd: empty });
    expect(stdout).to.match(/^VALID\n/);
    const help = await run('npm', [...npx, '--help'], { cwd: empty });
    expect(help.stdout).to.contain('webhooks').and.to.not.contain('ops ');
  });
});
