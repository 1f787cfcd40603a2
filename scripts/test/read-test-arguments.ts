import { readCommandLine } from '../terminal/command-line.ts';

/** Sizes of the longer tests; a test has its own default. */
const SETTINGS = [
  ['TRANSACTIONS', 'round-trip'],
  ['RULES_HOUSEHOLDS', 'rules'],
  ['RULES_SEED', 'rules'],
  ['BANKS', 'banks'],
  ['TRANSFERS_HOUSEHOLDS', 'transfers'],
  ['TRANSFERS_SEED', 'transfers'],
  ['HOSTILE_REQUESTS', 'hostile'],
  ['HOSTILE_SEED', 'hostile'],
  ['SLOW_CLIENTS', 'slow'],
  ['SLOW_SECONDS', 'slow'],
  ['KILLS', 'kills'],
  ['KILLS_SEED', 'kills'],
] as const;

const USAGE = `Usage: npm test [-- FILE… [-g TEXT] [--bail] [--timeout MS] [--jobs N] [--no-parallel]]

Proves the service in a few minutes, or runs the tests of the files. npm run test:all runs what takes longer, too (files
named *.full.test.ts), with -- --again only what another queue or another Node can change; npm run test:long names the
longest. The last line of the output is "N passed, N failed". Brings its own PostgreSQL unless DATABASE_URL names a
server; with REDIS_URL the queue runs on that Redis. Settings, from the environment, are whole numbers:
${SETTINGS.map(([name, test]) => `  ${name.padEnd(22)}npm run test:long -- ${test}`).join('\n')}`;

/** Returns the arguments for mocha. Ends the process if arguments or settings make no sense. */
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
      again: { type: 'boolean' },
    },
    settings: Object.fromEntries(
      SETTINGS.filter(([name]) => process.env[name] !== undefined).map(([name]) => [name, 1]),
    ),
  });
  const args = process.argv.slice(2);
  if (args.includes('--all')) process.env.TEST_ALL = '1';
  if (args.includes('--again')) process.env.TEST_AGAIN = '1';
  return args.filter((arg) => arg !== '--all' && arg !== '--again');
}
