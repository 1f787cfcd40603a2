import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { SettingsError } from '../../shared/platform/env.ts';

/** The command is wrong, or names something that cannot be read. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;
type NoOptions = Record<string, never>;

interface Wanted<O extends Options, S extends string> {
  options?: O;
  /** The most words that may follow besides the options; none by default. */
  words?: number;
  /** Environment variables that hold whole numbers from 1, by their defaults. */
  settings?: Readonly<Record<S, number>>;
}

const HELP = { help: { type: 'boolean', short: 'h', default: false } } as const;

/** Reads the options and words of a command. Throws UsageError, one sentence that says which of them is wrong. */
function parseCommandLine<const O extends Options = NoOptions>(
  args: string[],
  { options, words = 0 }: Pick<Wanted<O, never>, 'options' | 'words'>,
) {
  const read = () =>
    parseArgs({ args, allowPositionals: true, options: { ...HELP, ...(options as O) } });
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read();
  } catch (error) {
    // Node's message continues with how to pass a word that begins with a dash.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\. |\.?$/) : [];
    throw new UsageError(`${sentence}; see --help.`);
  }
  const more = parsed.positionals.slice(words);
  if (more.length > 0) {
    throw new UsageError(`${more.join(' ')} is unexpected; see --help.`);
  }
  return parsed;
}

/** Reads a setting that is a whole number. Throws UsageError when it is something else. @internal */
export function wholeSetting(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min = 1,
): number {
  return wholeNumber(name, env[name]?.trim() || fallback, min);
}

/** Reads a whole number that a person gave. Throws UsageError when it is something else. @internal */
export function wholeNumber(name: string, text: string | number, min = 1): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new UsageError(`${name} must be a whole number from ${min}.`);
}

/**
 * Reads what this process was started with. After `--help` it prints the usage and exits with 0. If an option, a word or a setting
 * makes no sense, it prints one sentence and exits with 2, even if that only turns out later and nothing catches it.
 */
export function readCommandLine<const O extends Options = NoOptions, S extends string = never>(
  usage: string,
  wanted: Wanted<O, S> = {},
) {
  const args = process.argv.slice(2);
  process.once('uncaughtException', (error) => {
    const isTheirs = error instanceof UsageError || error instanceof SettingsError;
    console.error(isTheirs ? error.message : error);
    process.exit(isTheirs ? 2 : 1);
  });
  const defaults = Object.entries<number>(wanted.settings ?? {});
  if (args.includes('--help') || args.includes('-h')) {
    const settings = defaults.map(([name, value]) => `${name} (${value})`).join(', ');
    console.log(
      settings === '' ? usage : `${usage}\n\nSettings, from the environment: ${settings}`,
    );
    process.exit(0);
  }
  try {
    const { values, positionals } = parseCommandLine(args, wanted);
    const read = defaults.map(([name, value]) => [name, wholeSetting(process.env, name, value)]);
    return { values, positionals, settings: Object.fromEntries(read) as Record<S, number> };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
