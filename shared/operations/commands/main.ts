/**
 * The operator's commands. `ledgerline` lists them if it runs inside an installation. They access the database and the queue
 * directly, so they work even if nothing else does.
 */
import type { Command } from 'commander';
import type { AddCommand } from '../../../packages/cli/action.ts';
import { addGroup, wholeNumber } from '../../../packages/cli/options.ts';
import type { OpsCommand } from './run-ops.ts';

const COMMANDS: readonly (readonly [usage: string, says: string, example: string])[] = [
  ['status', 'Shows queues, what is held back, connections, the last actions.', ''],
  [
    'why <id>',
    'Shows the latest runs of a connection or household, and what to do.',
    ' CONNECTION_ID',
  ],
  ['doctor', 'Says what is wrong; exit code 1 when something is.', ''],
  [
    'pause <target>',
    'Starts nothing; running syncs stop at their next page, and continue later.',
    ' sync',
  ],
  ['drain <target>', 'Starts nothing; what runs ends.', ' imports'],
  ['resume <target>', 'Releases it; of a connection or household also what is suspended.', ' sync'],
  ['retry <which>', 'Starts the runs of failed jobs again.', ' provider_unavailable --dry-run'],
  [
    'discard <which>',
    'Removes failed jobs; their runs stay as they ended.',
    ' internal_error --limit 100',
  ],
  [
    'delete <household>',
    'Deletes the household of that id and name for good, with everything in it.',
    ' ID --name "Doe family"',
  ],
];

const GROUP = `
TARGET is a queue (sync, imports, rules), the host of the provider, or the id of a household or a connection. WHICH is a
job's id, the code that jobs failed with, or all. They use DATABASE_URL, else what npm start runs here. Each action is
recorded with who did it.`;

export function addOperatorCommands(program: Command, add: AddCommand): void {
  const says = 'What an operator asks and does, with the database of the service';
  const ops = addGroup(program, 'ops', says, 'ops doctor').addHelpText('after', GROUP);
  for (const [usage, says, example] of COMMANDS) {
    const [command = ''] = usage.split(' ');
    const made = add<OpsCommand>(ops, usage, says, `ops ${command}${example}`, async () => {
      const { operate } = await import('./with-service.ts');
      return (screen, options, [target]) => operate(screen, { ...options, command, target });
    });
    if (command === 'delete')
      made.requiredOption('--name <name>', 'its name, as ids are easily confused');
    if (command !== 'retry' && command !== 'discard') continue;
    made
      .option('--provider <name>', 'only syncs at this bank, as status names it')
      .option('--limit <count>', 'at most so many, the latest first; default 1000', wholeNumber)
      .option('--dry-run', 'counts them, and does nothing');
  }
  const firstKey = 'ops keys create --household "Doe family" --scope read_write';
  addKeys(addGroup(ops, 'keys', 'API keys, also the first of an installation', firstKey), add);
  add(
    addGroup(
      ops,
      'credentials',
      'Provider keys and webhook secrets at rest',
      'ops credentials rotate',
    ),
    'rotate',
    'Re-encrypts every provider key and webhook secret with the first key of CREDENTIALS_KEYS.',
    'ops credentials rotate',
    async () => (await import('./print-keys.ts')).printRotated,
  );
}

function addKeys(keys: Command, add: AddCommand): void {
  add(
    keys,
    'create',
    'Makes a key, in a new household or platform of that name or in the one of that id: names are not unique. ' +
      'A platform is an app that makes households over the API; its key opens none of their data.',
    'ops keys create --household "Doe family" --scope read_write',
    async () => (await import('./print-keys.ts')).printCreated,
  )
    .option('--household <name>', 'makes a household of that name')
    .option('--household-id <id>', 'the household of that id')
    .option('--platform <name>', 'makes a platform of that name')
    .option('--platform-id <id>', 'the platform of that id')
    .option('--user <name>', 'of the household; added when it has none of that name', 'owner')
    .option('--name <name>', 'of the key')
    .option('--scope <scopes>', 'read_write, read, imports and others, with commas')
    .option('--expires-at <time>', 'such as 2027-01-01T00:00:00Z');
  add(
    keys,
    'list',
    'Lists keys.',
    'ops keys list',
    async () => (await import('./print-keys.ts')).printKeys,
  )
    .option('--household-id <id>', 'those of the household of that id')
    .option('--platform-id <id>', 'those of the platform of that id');
  add(
    keys,
    'rotate <key-id>',
    'Makes a key in the place of one, which works on for a day, or as long as you say.',
    'ops keys rotate KEY_ID --overlap-hours 2',
    async () => (await import('./print-keys.ts')).printReplaced,
  ).option('--overlap-hours <hours>', '0 to 168', '24');
  add(
    keys,
    'revoke <key-id>',
    'Ends a key.',
    'ops keys revoke KEY_ID',
    async () => (await import('./print-keys.ts')).printRevoked,
  );
}
