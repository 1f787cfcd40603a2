/** Who may import whom: the boundaries of docs/ARCHITECTURE.md, checked by `npm run check`. */
const only = (name, comment, target, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: `^(${allowed}|scripts/|test/|bench/)` },
  to: { path: target },
});

/** The floors of the house, lowest first: a room imports only from floors below its own. */
const FLOORS = [
  'packages/preflight',
  'shared/platform',
  'shared/postgres',
  'shared/queue',
  'shared/households',
  'shared/changes',
  'shared/ledger',
  'shared/rules',
  'shared/transfers',
  'shared/imports',
  'shared/sync',
  'shared/webhooks',
  'shared/removal',
  'shared/operations',
  '(workers|api)',
];

/** Rooms whose files, or whose `store/`, hold SQL. */
const STORES =
  'shared/(postgres|queue|households|changes|ledger|rules/store|transfers/store|imports|sync/store|webhooks|removal|operations/store)/';

module.exports = {
  forbidden: [
    ...FLOORS.slice(0, -1).map((room, floor) => ({
      name: `no-stairs-up-from-${room.replace('/', '-')}`,
      comment: 'What is below knows nothing of what is above it.',
      severity: 'error',
      from: { path: `^${room}/` },
      to: { path: `^(${FLOORS.slice(floor + 1).join('|')})/` },
    })),
    {
      name: 'no-circular',
      comment: 'A cycle hides which of two modules is the foundation of the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that nothing imports is dead, unless it is a process or a command.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: '^(test/|scripts/|bench/|api/pages/assets/|[^/]+\\.(cjs|js)$)|\\.d\\.ts$',
      },
      to: {},
    },
    {
      name: 'api-not-to-workers',
      comment: 'The API and the workers meet only in Postgres and in shared/queue.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^workers/' },
    },
    {
      name: 'routes-import-no-routes',
      comment: 'What two resources need lies in api/steps or in shared.',
      severity: 'error',
      from: { path: '^api/routes/' },
      to: { path: '^api/routes/' },
    },
    {
      name: 'workers-not-to-api',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^api/' },
    },
    {
      name: 'shared-is-a-leaf',
      comment: 'shared knows neither HTTP nor the queue processors.',
      severity: 'error',
      from: { path: '^(shared|packages)/' },
      to: { path: '^(api|workers|sandbox-provider|scripts)/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'It is published separately, and runs where nothing of Node is.',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { pathNot: '^packages/client/' },
    },
    {
      name: 'console-on-client-and-preflight',
      comment: 'The pages know what every client of the service knows, and nothing private.',
      severity: 'error',
      from: { path: '^packages/console/' },
      to: {
        pathNot:
          '^(packages/(console|client|preflight)/|node_modules/|@ledgerline/client$|#preflight/|node:)',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'nothing-imports-the-console',
      severity: 'error',
      from: { pathNot: '^(packages/console|test)/' },
      to: { path: '^packages/console/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox provider is somebody else’s server: it shares no code with the sync.',
      severity: 'error',
      from: { path: '^sandbox-provider/' },
      to: { path: '^(api|workers)/' },
    },
    {
      name: 'nothing-imports-test',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^test/' },
    },
    {
      name: 'starts-without-tools',
      comment: '`npm ci --omit=dev` is enough to build, to start and to run.',
      severity: 'error',
      from: {
        path: '^(api|workers|shared|packages|sandbox-provider|scripts/(start|process-guard|build|compile|migrate|embedded-postgres|terminal))',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure-stays-pure',
      comment:
        'Parsing, rules and the judgement of transfers know neither HTTP, SQL, queue nor environment.',
      severity: 'error',
      from: { path: '^(packages/preflight/|shared/(rules|transfers)/[^/]+$)' },
      to: {
        path: '^(shared/(postgres|queue|[^/]+/store|platform/(config|log))|node_modules/(postgres|bullmq|express|got|ioredis|pg)/)',
      },
    },
    only(
      'only-queue-code-imports-bullmq',
      'One factory knows the queue backend.',
      'node_modules/(bullmq|ioredis)/',
      'workers/frame/run-worker|shared/queue/|shared/platform/redis',
    ),
    only(
      'only-the-client-imports-got',
      'One module speaks HTTP to the provider, one to receivers of webhooks.',
      'node_modules/got/',
      'shared/sync/client/client|workers/delivery/send',
    ),
    only('only-stores-import-postgres', 'SQL lies in stores.', 'node_modules/postgres/', STORES),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((packages/(client|console)/)?dist|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
