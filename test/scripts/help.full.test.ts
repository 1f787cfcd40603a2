import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { CommandEnd } from '../helpers/command-lines.ts';
import { BENCHES, LONG_TESTS } from '../../scripts/named-programs.ts';
import { programArguments, root } from '../helpers/checkout.ts';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** The programs behind the scripts of package.json and their arguments, but for those that are tests of the suite. */
const PROGRAMS: ReadonlySet<string> = new Set([
  ...Object.values(scripts).flatMap(
    (command) => /(?:tsx|bootstrap\.mjs) (\S+\.ts)/.exec(command)?.[1] ?? [],
  ),
  ...[...Object.values(BENCHES), ...Object.values(LONG_TESTS)].map(({ program }) => program),
]);
const STACK = /^\s+at .*[:(]/m;
/** A screen of a terminal. */
const LINES_MAX = 40;

/** Settings of which no program can make anything, and a name for each that a bench reads. */
const NONSENSE = Object.fromEntries(
  ['DATABASE_URL', 'PORT', 'LOG_LEVEL', 'ROWS', 'TRANSACTIONS', 'CONNECTIONS', 'KILLS'].map(
    (name) => [name, 'nonsense'],
  ),
);
/** What reads settings in another way, and the words that it needs to come so far. */
const READS_SETTINGS = {
  'scripts/start.ts': [],
  'scripts/migrate.ts': [],
  'scripts/test.ts': [],
  'bench/import.ts': [],
  'test/chaos/imports.chaos.ts': [],
};

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [...programArguments(program), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

/** All programs with the same arguments, in one process. */
async function runEach(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CommandEnd[]> {
  const commands = JSON.stringify([...PROGRAMS].map((program) => [program, ...args]));
  const { code, stdout, stderr } = await run('test/helpers/command-lines.ts', [commands], env);
  expect(code, stderr).to.equal(0);
  const ends = JSON.parse(stdout) as CommandEnd[];
  expect(ends.map(({ program }) => program)).to.deep.equal([...PROGRAMS]);
  return ends;
}

describe('each script of package.json', () => {
  it('is known here', () => {
    expect([...PROGRAMS]).to.include.members([
      'scripts/start.ts',
      'bench/sync.ts',
      'test/chaos/chaos.ts',
    ]);
  });

  it('says how it is used on --help, whatever the settings, on one screen', async () => {
    for (const { program, code, stdout, stderr } of await runEach(['--help'], NONSENSE)) {
      expect(code, `${program}: ${stderr}`).to.equal(0);
      expect(stderr, program).to.equal('');
      expect(stdout, program).to.match(/^Usage: ?/);
      expect(stdout.split('\n').length, program).to.be.at.most(LINES_MAX);
    }
  });

  it('names an option that it does not have in a sentence, and ends with 2', async () => {
    for (const { program, code, stdout, stderr } of await runEach(['--nonsense'])) {
      expect(code, `${program}: ${stdout}${stderr}`).to.equal(2);
      expect(stderr.split('\n')[0], program).to.match(/--nonsense.*\.$/);
      expect(stderr + stdout, program).to.not.match(STACK);
    }
  });

  it('says which setting makes no sense, without a stack', async () => {
    for (const [program, args] of Object.entries(READS_SETTINGS)) {
      const { code, stdout, stderr } = await run(program, args, NONSENSE);
      expect(code, `${program}: ${stdout}`).to.be.oneOf([1, 2]);
      expect(stderr, program).to.match(/DATABASE_URL|PORT|ROWS|TRANSACTIONS|CONNECTIONS|KILLS/);
      expect(stderr + stdout, program).to.not.match(STACK);
    }
  });
});
