/** A program that is run by name, and what it is for. */
export interface NamedProgram {
  readonly program: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: string;
}

const suite = (file: string, says: string, env: Readonly<Record<string, string>> = {}) => ({
  program: 'scripts/test.ts',
  args: [file],
  env,
  says,
});

/** `npm run bench -- NAME`: the figures of docs/PERFORMANCE.md. */
export const BENCHES: Readonly<Record<string, NamedProgram>> = {
  fairness: {
    program: 'bench/fairness.ts',
    says: 'what a slow bank and a large household take from others',
  },
  import: {
    program: 'bench/import.ts',
    says: 'an import session against a bare insert',
  },
  imports: { program: 'bench/imports.ts', says: 'a CSV from upload to complete, and its undo' },
  preflight: {
    program: 'bench/preflight.ts',
    says: 'preflight of a 10 MB file against bare csv-parser',
  },
  rules: { program: 'bench/rules.ts', says: 'how fast rules are listed and applied' },
  scale: { program: 'bench/scale.ts', says: 'plans in a database of 3 million transactions' },
  sync: { program: 'bench/sync.ts', says: 'rows a second of sync workers against a bare insert' },
};

/** `npm run test:long -- NAME`: what takes longer than CI may. */
export const LONG_TESTS: Readonly<Record<string, NamedProgram>> = {
  backup: {
    program: 'scripts/test-oldest.ts',
    args: ['test/deployment/backup.full.test.ts'],
    says: 'a dump restored, with the pg_dump of Debian',
  },
  chaos: {
    program: 'test/chaos/chaos.ts',
    says: 'a large sync under kills and crashes; all: every kind in turn',
  },
  'chaos-imports': {
    program: 'test/chaos/imports.chaos.ts',
    says: 'an import under kills and crashes',
  },
  cluster: {
    program: 'test/chaos/cluster.chaos.ts',
    says: 'failovers of Postgres and Redis, and links that are cut',
  },
  'console-preflight': suite(
    'test/long/console-preflight.long.ts',
    'preflight in a browser against the service, CORPORA=FOLDER',
  ),
  'console-speed': suite(
    'test/long/console-speed.long.ts',
    'the console with 100,000 transactions: frames, first page, script',
  ),
  fresh: suite(
    'test/long/fresh-start.long.ts',
    'npm start of a fresh clone with packages from the registry, and again: how long',
  ),
  hostile: suite(
    'test/hostile/requests.hostile.ts',
    '50,000 hostile requests, and bodies that never end',
  ),
  kills: suite('test/processes/undo-kills.full.test.ts', 'kill -9 while publishing and undoing', {
    KILLS: '20',
  }),
  mirror: suite(
    'test/processes/mirror.full.test.ts',
    'a mirror of the feed while every process is killed',
    { ROUNDS: '30' },
  ),
  mutants: suite(
    'test/long/mutated-statements.long.ts',
    '50,000 damaged statements of all formats: no crash, none slow, bounded memory',
  ),
  oldest: {
    program: 'scripts/test-oldest.ts',
    args: ['--all'],
    says: 'the suite on the oldest supported PostgreSQL',
  },
  pages: suite('test/long/pages.long.ts', 'every page in a browser: axe, widths, forms'),
  pictures: suite('test/long/console-pictures.long.ts', 'takes the pictures of docs/CONSOLE.md'),
  partitioned: {
    program: 'scripts/test-partitioned.ts',
    args: ['--all'],
    says: 'the suite with transactions in partitions',
  },
  pooler: {
    program: 'scripts/test-pooler.ts',
    says: 'the suite through PgBouncer in transaction mode',
  },
  profiles: suite(
    'test/long/bank-profiles.long.ts',
    'profiles over a folder of real exports, CORPORA=FOLDER',
  ),
  replica: suite(
    'test/long/replica.long.ts',
    'lists and exports from a replica that lags and ends',
  ),
  recording: suite(
    'test/packages/cli/import-csv.full.test.ts',
    'takes the picture of a terminal in README.md',
    { RECORD: '1' },
  ),
  'round-trip': suite(
    'test/long/round-trip.long.ts',
    'a million transactions: import, export, import, export',
  ),
  rules: suite(
    'test/workers/rules/differential.full.test.ts',
    'rules over 10,000 random households',
    {
      RULES_HOUSEHOLDS: '10000',
    },
  ),
  slow: suite('test/hostile/slow-clients.hostile.ts', 'slow clients among honest ones'),
  soak: {
    program: 'test/long/soak.ts',
    says: 'a whole service for eleven minutes: what still grows',
  },
  'statement-years': suite(
    'test/long/statement-years.long.ts',
    '200 years of a bank in CSV, CAMT, OFX and syncs, overlapping and in any order',
    { BANK_YEARS: '200' },
  ),
  'sync-import': suite(
    'test/workers/sync/bank-years.test.ts',
    '200 years of a bank, synced and imported in any order',
    { BANK_YEARS: '200' },
  ),
  transfers: suite('test/shared/transfers/labelled.test.ts', 'precision and recall of transfers', {
    TRANSFERS_HOUSEHOLDS: '1500',
    TRANSFERS_SEED: '1000',
  }),
  versions: {
    program: 'test/chaos/versions.chaos.ts',
    says: 'two versions at work together, BEFORE=COMMIT',
  },
  webhooks: suite('test/long/webhooks.long.ts', '10,000 endpoints of webhooks, 100 of them dead'),
};
