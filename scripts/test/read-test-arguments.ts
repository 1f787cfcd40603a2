import { readCommandLine } from '../terminal/command-line.ts';

/** Sizes of the longer tests; a test has its own default. */
const SETTINGS = [
  ['TRANSACTIONS', 'test:long'],
  ['RULES_HOUSEHOLDS', 'test:rules'],
  ['RULES_SEED', 'test:rules'],
  ['BANKS', 'test:banks'],
  ['TRANSFERS_HOUSEHOLDS', 'test:transfers'],
  ['TRANSFERS_SEED', 'test:transfers'],
  ['HOSTILE_REQUESTS', 'test:hostile'],
  ['HOSTILE_SEED', 'test:hostile'],
  ['SLOW_CLIENTS', 'test:slow'],
  ['SLOW_SECONDS', 'test:slow'],
  ['NEGATIVE_MINUTES', 'test:negative'],
  ['KILLS', 'test:kills'],
  ['KILLS_SEED', 'test:kills'],
] as const;

const USAGE = `Usage: npm test [-- FILE… [-g TEXT] [--bail] [--timeout MS] [--jobs N] [--no-parallel]]

Proves the service in a few minutes, or runs the tests of the files. npm run test:all runs what takes longer, too (files
named *.full.test.ts); each of the longest is a script test:… of its own. The last line of the
output is "N passed, N failed". Brings its own PostgreSQL unless DATABASE_URL names a server; with REDIS_URL the queue
runs on that Redis. Settings, from the environment, are whole numbers:
${SETTINGS.map(([name, script]) => `  ${name.padEnd(22)}npm run ${script}`).join('\n')}`;

/** What goes to mocha. Ends the process where arguments or settings make no sense. */
export function readTestArguments(): string[] {
  readCommandLine(USAGE, {
    words: Infinity,
    options: {
      grep: { type: 'string', short: 'g' },
      fgrep: { type: 'string', short: 'f' },
      bail: { type: 'boolean', short: 'b' },
      timeout: { type: 'string' },
      jobs: { type: 'string' },
      'no-parallel': { type: 'boolean' },
      all: { type: 'boolean' },
    },
    settings: Object.fromEntries(
      SETTINGS.filter(([name]) => process.env[name] !== undefined).map(([name]) => [name, 1]),
    ),
  });
  const args = process.argv.slice(2);
  if (args.includes('--all')) process.env.TEST_ALL = '1';
  return args.filter((arg) => arg !== '--all');
}
