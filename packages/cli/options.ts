import { InvalidArgumentError } from 'commander';

/** Takes an option that may be given several times. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** Takes a whole number from 1. */
export function wholeNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
