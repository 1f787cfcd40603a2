import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createSupervisor } from '../../scripts/start/supervise.ts';
import { SETTINGS_EXIT_CODE } from '../../shared/platform/env.ts';
import { eventually } from '../helpers/eventually.ts';

describe('the supervisor of npm start', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'ledgerline-supervised-'));
  const supervisor = createSupervisor(directory);
  after(async () => {
    await supervisor.stop(5000);
    rmSync(directory, { recursive: true });
  });

  it('starts again what ended unexpectedly, but not a process that says that its settings are wrong', async () => {
    // Each start adds a line to the file of its name.
    const start = (name: string, exitCode: number): void => {
      const code = `fs.appendFileSync('${name}', '.\\n'); process.exit(${exitCode})`;
      supervisor.start({ name, args: ['-e', code], env: process.env });
    };
    const starts = (name: string): number =>
      readFileSync(path.join(directory, name), 'utf8').split('\n').length - 1;
    start('wrong-settings', SETTINGS_EXIT_CODE);
    start('crashed', 1);
    await eventually(() => expect(starts('crashed')).to.be.at.least(3));
    expect(starts('wrong-settings')).to.equal(1);
  });
});
