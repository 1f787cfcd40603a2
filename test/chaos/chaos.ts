/** `npm run test:long -- chaos`: one large sync under failures, or with `-- all` rounds of everything that can go wrong. */
import { readCommandLine, UsageError } from '../../scripts/terminal/command-line.ts';
import { CHAOS_SETTINGS } from './settings.ts';

const {
  positionals: [part],
} = readCommandLine(
  `Usage: npm run test:long -- chaos [all]

One large sync while workers are killed and the datastore crashes; \`all\`: ROUNDS (30) of each kind of failure in at most
ALL_SECONDS (3600).
${CHAOS_SETTINGS}`,
  { words: 1 },
);
if (part !== undefined && part !== 'all')
  throw new UsageError(`There is no part ${part}; name all.`);
await (part === 'all' ? import('./all.chaos.ts') : import('./sync.chaos.ts'));
