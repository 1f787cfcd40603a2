import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, CommanderError } from 'commander';
import { EXIT, Failure } from './failure.ts';
import { collect } from './options.ts';
import { Screen } from './screen.ts';
import type { Streams } from './screen.ts';

/** Does what a command says; gives the exit code. Throws Failure. */
export type Action<Options = object> = (
  screen: Screen,
  options: Options,
  words: string[],
) => Promise<number>;

/** Adds a command to its parent: how it is written, what it is for, an example, and its work, loaded when it is called. */
export type AddCommand = <Options>(
  parent: Command,
  usage: string,
  says: string,
  example: string,
  load: () => Promise<Action<Options>>,
) => Command;

const EXIT_CODES = `
Exit codes: 0 fine, 1 faults in the file or a "no" for an answer, 2 the command is wrong, 3 the service refused,
4 the service is out of reach, 130 stopped with Ctrl-C.`;

/** All commands, bound to streams. `end` is told the exit code. */
async function buildProgram(streams: Streams, end: (code: number) => void): Promise<Command> {
  const { stdout, stderr } = streams;
  const program = new Command('ledgerline')
    .description('Import, rules and bank sync of personal finances.')
    .option('--url <url>', 'the service; LEDGERLINE_URL, else the one that runs here')
    .option(
      '--key-file <file>',
      'a file with its key; LEDGERLINE_API_KEY, else that of the service that runs here',
    )
    .option('--key <key>', 'the key itself, which other users of this machine can see')
    .option('--json', 'one JSON document, or a line for each record, on standard output')
    .exitOverride()
    .showHelpAfterError('ledgerline --help says how.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .addHelpText('after', EXIT_CODES);
  const add: AddCommand = (parent, usage, says, example, load) =>
    parent
      .command(usage)
      .summary(says.split(/\. |\.$/)[0] ?? says)
      .description(says)
      .addHelpText('after', `\nExample:\n  ledgerline ${example}`)
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        const options = command.optsWithGlobals();
        const screen = new Screen(streams, options['json'] === true);
        const action = await load();
        end(await action(screen, options as never, command.args));
      });
  addFileCommands(program, add);
  await addOperators(program, add);
  return program;
}

/** Inside an installation of the service also what needs its database: a package of this command alone has none of it. */
async function addOperators(program: Command, add: AddCommand): Promise<void> {
  const { dirname, filename } = import.meta;
  const entry = path.join(
    dirname,
    '../../shared/operations/commands',
    `main${path.extname(filename)}`,
  );
  if (!existsSync(entry)) return;
  const module = (await import(pathToFileURL(entry).href)) as {
    addOperatorCommands: (program: Command, add: AddCommand) => void;
  };
  module.addOperatorCommands(program, add);
}

function addFileCommands(program: Command, add: AddCommand): void {
  add(
    program,
    'preflight <file>',
    'Judges a file as the service would, without one: its rows as read, its faults, and settings that mend them.',
    'preflight giro.csv --setting date_format=%d.%m.%Y',
    async () => (await import('./preflight.ts')).preflight,
  )
    .option('--type <type>', 'TransactionImport, NativeImport (of .ndjson) and others')
    .option('--setting <key=value>', 'how to read a CSV; what is not given is inferred', collect);
  add(
    program,
    'clean <file>',
    'Rewrites any CSV as RFC 4180, in UTF-8 with commas. What is not given is detected.',
    'clean export.txt --out export.csv',
    async () => (await import('./clean.ts')).clean,
  )
    .option('-o, --out <file>', 'writes to a file')
    .option('--separator <text>', "1 to 10 characters, or the word 'tab'")
    .option('--quote <sign>', `" or '`)
    .option('--escape <sign>', 'the quote itself, or a backslash')
    .option('--encoding <name>', 'utf-8, windows-1252 and others');
}

/** Runs the program with its arguments, to its end; gives the exit code. Nothing is thrown, and no stack printed. */
export async function run(args: string[], streams: Streams): Promise<number> {
  let code: number = EXIT.fine;
  try {
    const program = await buildProgram(streams, (ended) => (code = ended));
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return tellFailure(new Screen(streams, args.includes('--json')), error);
  }
}

/** Says what went wrong in a sentence; gives the exit code. */
function tellFailure(screen: Screen, error: unknown): number {
  if (error instanceof CommanderError) {
    // It has said what is wrong, or the help that was asked for.
    if (error.exitCode === 0) return EXIT.fine;
    screen.answer({ error: 'usage', message: error.message });
    return EXIT.usage;
  }
  const { message } = error instanceof Error ? error : new Error(String(error));
  const word = error instanceof Failure ? error.error : 'failed';
  screen.answer({ error: word, message });
  const [first = '', ...more] = message.split('\n');
  screen.tell(first, 'red');
  for (const line of more) screen.tell(line);
  return error instanceof Failure ? error.code : EXIT.faults;
}
