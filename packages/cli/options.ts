import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

/** Collects an option that may be given several times. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** Reads a whole number from 1. */
export function wholeNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** Adds a word with commands below it, and one of them as an example. */
export const addGroup = (parent: Command, name: string, says: string, example: string): Command =>
  parent
    .command(name)
    .description(says)
    .addHelpText('after', `\nExample:\n  ledgerline ${example}`);
