import { LosslessNumber } from 'lossless-json';
import type { WireObject } from './account.ts';

/** Whether it is a JSON object: not a list, and not a number that keeps its digits. */
export function isObject(value: unknown): value is WireObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof LosslessNumber)
  );
}

/** Typed access to an object's fields; each throws a sentence for a value of another type, as this does for a non-object. */
export function fieldReader(input: unknown, name = 'the body') {
  if (!isObject(input)) throw new Error(`${name} must be an object`);
  const optionalText = (name: string): string | null => {
    const value = input[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw new Error(`${name} must be text`);
    return value;
  };
  return {
    input,
    optionalText,
    text: (name: string, fallback: string): string => optionalText(name) ?? fallback,
    whole(name: string, fallback: number): number {
      const value = input[name];
      if (value === undefined || value === null) return fallback;
      const number = value instanceof LosslessNumber ? Number(value.toString()) : value;
      if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) {
        throw new Error(`${name} must be a whole number of 0 or more`);
      }
      return number;
    },
    flag(name: string, fallback: boolean): boolean {
      const value = input[name];
      if (value === undefined || value === null) return fallback;
      if (typeof value !== 'boolean') throw new Error(`${name} must be true or false`);
      return value;
    },
    /** An object of text values; numbers are read as their text. */
    texts(name: string): Record<string, string> {
      const value = input[name];
      if (value === undefined || value === null) return {};
      if (!isObject(value)) throw new Error(`${name} must be an object`);
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => {
          if (typeof each === 'string') return [key, each];
          if (each instanceof LosslessNumber || typeof each === 'boolean') {
            return [key, each.toString()];
          }
          throw new Error(`${name}.${key} must be text`);
        }),
      );
    },
    objects(name: string): WireObject[] {
      const value = input[name];
      if (value === undefined || value === null) return [];
      if (!Array.isArray(value) || !value.every(isObject)) {
        throw new Error(`${name} must be a list of objects`);
      }
      return value;
    },
  };
}
