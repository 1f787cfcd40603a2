import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, CommanderError } from 'commander';
import type { AddCommand } from './action.ts';
import { addCommands } from './commands.ts';
import { EXIT, Failure } from './failure.ts';
import { Screen } from './screen.ts';
import type { Streams } from './screen.ts';
import { readVersion } from './version.ts';

const EXIT_CODES = `
Exit codes: 0 fine, 1 faults in the file or a "no" for an answer, 2 the command is wrong, 3 the service refused,
4 the service is out of reach, 130 stopped with Ctrl-C.`;

/** All commands, bound to streams. `end` receives the exit code. */
export async function buildProgram(
  streams: Streams,
  end: (code: number) => void,
): Promise<Command> {
  const { stdout, stderr } = streams;
  const program = new Command('ledgerline')
    .description('Import, rules and bank sync of personal finances.')
    .version(readVersion(), '--version', 'prints the version')
    .option('--url <url>', 'the service; LEDGERLINE_URL, else the one that runs here')
    .option(
      '--key-file <file>',
      'a file with its key; LEDGERLINE_KEY, else that of the service that runs here',
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
        const ended = Promise.race([
          action(screen, options as never, command.args),
          screen.stopped,
        ]);
        // A stopped command may fail while it cleans up: its exit code stays that of the stop.
        end(
          await ended.catch((error: unknown) => {
            if (!screen.isStopped) throw error;
            return screen.stopped;
          }),
        );
      });
  addCommands(program, add);
  await addOperators(program, add);
  addCompletion(program, add);
  return program;
}

function addCompletion(program: Command, add: AddCommand): void {
  add(
    program,
    'completion <shell>',
    'Prints a script with which bash, zsh or fish complete this command.',
    'completion bash >> ~/.bashrc',
    async () => (await import('./completion.ts')).printScript,
  );
  const words = program.command('complete', { hidden: true }).argument('[words...]');
  words.action(async (before: string[]) => {
    const { wordsAfter } = await import('./completion.ts');
    program.configureOutput().writeOut?.(`${wordsAfter(program, before).join('\n')}\n`);
  });
}

/** Adds the commands that need the service's database, inside an installation of it; a package of this command has none. */
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

/** Runs the program with its arguments and returns the exit code. It never throws, and prints no stack. */
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

/** Says in a sentence what went wrong; returns the exit code. */
async function tellFailure(screen: Screen, error: unknown): Promise<number> {
  if (error instanceof CommanderError) {
    // Commander has already printed what is wrong, or the help that was asked for.
    if (error.exitCode === 0) return EXIT.fine;
    const message = error.code === 'commander.help' ? 'A command is missing.' : error.message;
    screen.answer({ error: 'usage', message });
    return EXIT.usage;
  }
  const { code, word, message, more } = await describe(error);
  screen.answer({ error: word, message, ...(more.length > 0 && { errors: more }) });
  screen.tell(message, 'red');
  for (const line of more) screen.tell(`  ${line}`);
  return code;
}

async function describe(error: unknown) {
  // A command that needs no service does not load its client.
  const { isCallError } = await import('#client');
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  if (isCallError(error)) {
    const { code: word, status, faults } = error;
    const isAway = status === 0 || status === 429 || status >= 500 || word === 'unreadable_answer';
    return {
      code: isAway ? EXIT.unreachable : EXIT.refused,
      word,
      message: cause instanceof Error ? `${message} ${causeOf(cause)}` : message,
      more: faults.filter((fault) => !message.includes(fault)),
    };
  }
  if (error instanceof Failure) {
    return { code: error.code, word: error.error, message, more: [] };
  }
  // The address, the key or an id cannot be used.
  if (error instanceof TypeError) return { code: EXIT.usage, word: 'usage', message, more: [] };
  return { code: EXIT.faults, word: 'failed', message, more: [] };
}

/** The reason for a failed connection. */
function causeOf({ message, cause }: Error): string {
  return cause instanceof Error
    ? cause.message || String((cause as { code?: string }).code)
    : message;
}
