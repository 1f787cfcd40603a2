/** A program that is run by name, with a description. */
export interface NamedProgram {
  readonly program: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: string;
}

const suite = (file: string, says: string, env: NamedProgram['env'] = {}) => ({
  program: 'scripts/test.ts',
  args: [file],
  env,
  says,
});
const bench = (name: string, says: string) => ({ program: `bench/${name}.ts`, says });
const chaos = (name: string, says: string) => ({ program: `test/chaos/${name}.ts`, says });
const oldest = (arg: string, says: string) => ({
  program: 'scripts/test-oldest.ts',
  args: [arg],
  says,
});

/** `npm run bench -- NAME`: the figures of docs/PERFORMANCE.md. */
export const BENCHES: Readonly<Record<string, NamedProgram>> = {
  fairness: bench('fairness', 'what a slow bank and a large household take from others'),
  import: bench('import', 'an import session against a bare insert'),
  imports: bench('imports', 'a CSV from upload to complete, and its undo'),
  preflight: bench('preflight', 'preflight of a 10 MB file against bare csv-parser'),
  rules: bench('rules', 'how fast rules are listed and applied'),
  scale: bench('scale', 'plans in a database of 3 million transactions'),
  sync: bench('sync', 'rows a second of sync workers against a bare insert'),
};

/** `npm run test:long -- NAME`: tests that take longer than CI allows. */
export const LONG_TESTS: Readonly<Record<string, NamedProgram>> = {
  backup: oldest(
    'test/deployment/backup.full.test.ts',
    'a dump restored, with the pg_dump of Debian',
  ),
  chaos: chaos('chaos', 'a large sync under kills and crashes; all: every kind in turn'),
  'chaos-imports': chaos('imports.chaos', 'an import under kills and crashes'),
  cluster: chaos('cluster.chaos', 'failovers of Postgres and Redis, and links that are cut'),
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
  oldest: oldest('--all', 'the suite on the oldest supported PostgreSQL'),
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
  readers: suite(
    'test/long/statement-readers.long.ts',
    'statements of each format, read by programs of Debian, too',
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
    'test/workers/sync/bank-years.full.test.ts',
    '200 years of a bank, synced and imported in any order',
    { BANK_YEARS: '200' },
  ),
  transfers: suite(
    'test/shared/transfers/labelled.full.test.ts',
    'precision and recall of transfers',
    {
      TRANSFERS_HOUSEHOLDS: '1500',
      TRANSFERS_SEED: '1000',
    },
  ),
  versions: chaos('versions.chaos', 'two versions at work together, BEFORE=COMMIT'),
};
