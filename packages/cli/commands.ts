import type { Command } from 'commander';
import type { Action, AddCommand } from './action.ts';
import { addGroup, collect, wholeNumber } from './options.ts';

const resources = () => import('./resources.ts');
const runs = () => import('./runs.ts');
const from =
  <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  async () =>
    (await load())[name];

/** Adds commands below a word. Unless there is a better example, each shows its own usage in capitals. */
const below =
  (group: Command, add: AddCommand) =>
  <Options>(
    usage: string,
    says: string,
    load: () => Promise<Action<Options>>,
    example = usage.replaceAll(/[<[]([\w-]+)[>\]]/g, (_all, word: string) => word.toUpperCase()),
  ): Command =>
    add(group, usage, says, `${group.name()} ${example}`, load);

/** Adds the commands that work on files alone and those that call a service. */
export function addCommands(program: Command, add: AddCommand): void {
  addFiles(program, add);
  addImports(program, add);
  addRuns(program, add);
  addRecords(program, add);
  addWebhooks(program, add);
}

function addFiles(program: Command, add: AddCommand): void {
  add(
    program,
    'preflight <file>',
    'Checks a file as the service would, but without one: its rows as read, its faults, and settings that fix them.',
    'preflight giro.csv --setting date_format=%d.%m.%Y',
    async () => (await import('./preflight.ts')).preflight,
  )
    .option('--type <type>', 'TransactionImport, NativeImport (of .ndjson) and others')
    .option('--setting <key=value>', 'how to read a CSV; what is not given is inferred', collect);
  add(
    program,
    'clean <file>',
    'Rewrites any CSV as RFC 4180, in UTF-8 with commas. What is not given is detected. Exit code 1 if it has no rows or is no text.',
    'clean export.txt --out export.csv',
    async () => (await import('./clean.ts')).clean,
  )
    .option('-o, --out <file>', 'writes to a file')
    .option('--separator <text>', "1 to 10 characters, or the word 'tab'")
    .option('--quote <sign>', `" or '`)
    .option('--escape <sign>', 'the quote itself, or a backslash')
    .option('--encoding <name>', 'utf-8, windows-1252 and others');
}

function addImports(program: Command, add: AddCommand): void {
  add(
    program,
    'import <files...>',
    'Imports a CSV or a statement, after it has shown what that will do, or native exports (NDJSON). Run the same command again to continue exports where they stopped.',
    'import giro.csv --account Giro --save-profile "My bank"',
    async () => (await import('./import/import.ts')).importFiles,
  )
    .option('--account <name>', 'name or id of the account that the file belongs to')
    .option('--new-account <name>', 'creates an account of that name, if the file is imported')
    .option('--number <text>', 'its IBAN or number, as the bank writes it in its files')
    .option(
      '--profile <name>',
      'name or id of the profile to read it with; known headers are recognised',
    )
    .option('--save-profile <name>', 'saves the settings it was read with under a name')
    .option('--setting <key=value>', 'as preflight takes it', collect)
    .option('--type <type>', 'as preflight takes it')
    .option('--skip-invalid', 'leaves out rows that cannot be read')
    .option('-y, --yes', 'imports without asking')
    .option('--session <name>', 'names the import of exports whose files were renamed')
    .option('--chunk-mb <count>', 'the size of a piece of an export', wholeNumber, 8);
  add(
    program,
    'undo <id>',
    'Undoes an import: removes what it created and restores what it changed. Keeps, and names, what a person has edited since or a bank sync took over.',
    'undo IMPORT_ID',
    async () => (await import('./undo.ts')).undo,
  );
  add(
    program,
    'export',
    'Writes all records of the household as NDJSON, which import reads.',
    'export --out household.ndjson',
    from(runs, 'exportRecords'),
  ).option('-o, --out <file>', 'writes to a file');
}

function addRuns(program: Command, add: AddCommand): void {
  add(
    program,
    'sync [connection-id]',
    'Syncs a connected bank, or all.',
    'sync',
    from(runs, 'sync'),
  ).option('--no-wait', 'starts it only');
  const rules = below(addGroup(program, 'rules', 'Rules of a household', 'rules list'), add);
  rules('list', 'Lists rules.', from(resources, 'listRules'));
  rules('preview <id>', 'Shows what a rule would change.', from(resources, 'previewRule'));
  rules('run [id]', 'Runs a rule, or all.', from(runs, 'runRules'), 'run')
    .option('--ignore-locks', 'changes what people have edited as well')
    .option('--no-wait', 'starts it only');
}

function addRecords(program: Command, add: AddCommand): void {
  const keys = below(addGroup(program, 'keys', 'API keys of a household', 'keys list'), add);
  const ofKeys = [
    keys('list', 'Lists keys.', from(resources, 'listKeys')),
    keys(
      'create <name>',
      'Creates a key and shows it once.',
      from(resources, 'createKey'),
      'create Spreadsheet --scope read,imports',
    )
      .requiredOption(
        '--scope <scopes>',
        'read_write, read, write, imports, sync, rules, with commas',
      )
      .option('--expires-at <time>', 'such as 2027-01-01T00:00:00Z'),
    keys(
      'rotate <id>',
      'Replaces a key; the old one keeps working for a day.',
      from(resources, 'rotateKey'),
    ),
    keys('revoke <id>', 'Revokes a key.', from(resources, 'revokeKey')),
  ];
  for (const command of ofKeys)
    command.option('--household <id>', 'of a household of the platform whose key you use');
  const group = addGroup(program, 'households', 'Households of a platform', 'households list');
  const households = below(group, add);
  households('list', 'Lists households.', from(resources, 'listHouseholds'));
  households(
    'create <name>',
    'Creates a household.',
    from(resources, 'createHousehold'),
    'create "Doe family" --currency EUR',
  )
    .option('--currency <code>', 'such as EUR')
    .option('--time-zone <name>', 'such as Europe/Zurich');
  const says = 'Deletes a household with all its data, after asking.';
  households('delete <id>', says, from(resources, 'deleteHousehold')).option(
    '-y, --yes',
    'deletes without asking',
  );
  add(
    program,
    'doctor',
    'Says whether the service answers, and what the key may do.',
    'doctor --url https://ledger.example',
    from(resources, 'checkConnection'),
  );
}

function addWebhooks(program: Command, add: AddCommand): void {
  const example = 'listen --forward http://127.0.0.1:8080/events';
  const group = addGroup(program, 'webhooks', 'Events of a household', `webhooks ${example}`);
  const webhooks = below(group, add);
  webhooks('list', 'Lists endpoints.', from(resources, 'listEndpoints'));
  webhooks('test <id>', 'Sends a test event to an endpoint.', from(resources, 'testEndpoint'));
  webhooks('replay <id>', 'Sends a delivery again.', from(resources, 'replayDelivery'));
  webhooks(
    'listen',
    'Shows events as they come and checks their signatures, until Ctrl-C. The service must run here and allow loopback, as npm start does.',
    async () => (await import('./listen.ts')).listen,
    example,
  )
    .option(
      '--forward <url>',
      'posts each, unchanged, to a program of yours and answers with its status',
    )
    .option('--events <types>', 'only these, separated by commas')
    .option('--replay <id>', 'sends one delivery to --forward again, and ends');
}
