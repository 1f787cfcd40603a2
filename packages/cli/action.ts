import type { Command } from 'commander';
import type { Screen } from './screen.ts';

/** Does the work of a command and returns its exit code. Throws Failure. */
export type Action<Options = object> = (
  screen: Screen,
  options: Options,
  words: string[],
) => Promise<number>;

/** Adds a command to its parent: its usage, what it is for, an example, and its action, which is loaded when it is called. */
export type AddCommand = <Options>(
  parent: Command,
  usage: string,
  says: string,
  example: string,
  load: () => Promise<Action<Options>>,
) => Command;
