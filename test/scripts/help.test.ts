import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { programArguments, root } from '../helpers/program-arguments.ts';

const COMMANDS = [
  'start',
  'migrate',
  'import',
  'undo',
  'credentials',
  'keys',
  'ops',
  'preflight',
  'clean',
  'corpora',
];
const STACK = /^\s+at .*[:(]/m;

/** Runs a command to its end, with a setting of which no command can make anything. */
async function run(command: string, ...args: string[]) {
  const child = spawn(process.execPath, [...programArguments(`scripts/${command}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: 'nonsense', PORT: 'nonsense', LOG_LEVEL: 'nonsense' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

describe('a command', () => {
  for (const command of COMMANDS) {
    it(`${command} --help says how it is used`, async () => {
      const { code, stdout, stderr } = await run(command, '--help');
      expect(code, stderr).to.equal(0);
      expect(stdout).to.match(/^Usage: ?/m);
      expect(stderr).to.not.match(STACK);
    });

    it(`${command} says what is wrong with its arguments or settings, without a stack`, async () => {
      for (const args of [['--nonsense'], []]) {
        const { code, stdout, stderr } = await run(command, ...args);
        expect(code, stdout).to.be.greaterThan(0);
        expect(stderr, args.join()).to.not.equal('');
        expect(stderr + stdout, args.join()).to.not.match(STACK);
      }
    });
  }
});
