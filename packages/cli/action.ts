import type { Command } from 'commander';
import type { Screen } from './screen.ts';

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
