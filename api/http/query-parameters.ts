import { validationFailed } from '../../shared/platform/errors.ts';
import { isDay } from '#preflight/days';
import { excerpt, isLongerThan, textFault } from '#preflight/text';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { escapesUtf8 } from './escaped-bytes.ts';
import { unknownName } from './strict-body.ts';
import { isUuid } from '#preflight/uuid';

export interface QueryParameter<Value> {
  description: string;
  schema: JsonSchema;
  /** Returns undefined when the text is not acceptable. */
  parse(text: string): Value | undefined;
  /** What is acceptable, as the end of "active must be …". */
  expected?: string;
  /** True: an unacceptable value counts as absent instead of failing the request. */
  lenient?: boolean;
}

/** The parameters of an operation, in the order in which they are checked. */
export type QueryParameters = Readonly<Record<string, QueryParameter<unknown>>>;

export type QueryOf<Parameters extends QueryParameters> = {
  [Name in keyof Parameters]?: Exclude<ReturnType<Parameters[Name]['parse']>, undefined>;
};

/**
 * Reads the declared parameters of a query string. Blank counts as absent. The first bad one, in the order of
 * declaration, fails the request.
 *
 * Throws validation_failed for a bad value, text that cannot be stored, and a parameter given as an array.
 */
export function readQuery(
  parameters: QueryParameters,
  search: URLSearchParams,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = readText(name, search);
    const fault = textFault(text ?? '');
    if (fault !== null) throw validationFailed(`${name} ${fault}.`);
    if (text === '') continue;
    const value = text === null ? undefined : parameter.parse(text);
    if (value !== undefined) query[name] = value;
    else if (parameter.lenient !== true) {
      throw validationFailed(`${name} must be ${parameter.expected ?? 'valid'}.`);
    }
  }
  return query;
}

/** Throws validation_failed for an undeclared parameter, naming the declared one that is nearest. */
export function refuseUnknown(parameters: QueryParameters, search: URLSearchParams): void {
  for (const key of search.keys()) {
    const name = key.split('[')[0] ?? '';
    if (Object.hasOwn(parameters, name)) continue;
    const what = `There is no parameter ${excerpt(key)}`;
    const message = unknownName(what, name, Object.keys(parameters));
    throw validationFailed(message.endsWith('?') ? message : `${message}.`);
  }
}

/** The query string of a request. Throws validation_failed unless it is UTF-8: a search would look for replacement characters. */
export function searchOf({ originalUrl }: { originalUrl: string }): URLSearchParams {
  const start = originalUrl.indexOf('?');
  const text = start < 0 ? '' : originalUrl.slice(start + 1);
  if (!escapesUtf8(text)) throw validationFailed('The query string is not UTF-8.');
  return new URLSearchParams(text);
}

/** The text of a parameter, '' when absent or blank, null when it is given as an array or object. */
function readText(name: string, search: URLSearchParams): string | null {
  const values = search.getAll(name);
  if (values.length > 1) return null;
  for (const key of search.keys()) {
    if (key.startsWith(`${name}[`)) return null;
  }
  const [text = ''] = values;
  return text.trim() === '' ? '' : text;
}

/** Exactly one of these words. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  description: string,
): QueryParameter<Word> {
  return {
    description,
    schema: { type: 'string', enum: words },
    expected: words.length === 1 ? String(words[0]) : `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  };
}

/** The same for a list that answers with nothing for any other word, as the reference does. */
export function oneOfSome(words: readonly string[], description: string): QueryParameter<string> {
  return { ...oneOf(words, description), parse: (text) => text };
}

/** `true`, `false`, `1` or `0`, in any letter case. */
export function booleanParameter(description: string): QueryParameter<boolean> {
  return {
    description: `${description} Accepts true, false, 1 and 0 in any letter case.`,
    schema: { type: 'boolean' },
    expected: 'one of true, false, 1, 0',
    parse(text) {
      const word = text.toLowerCase();
      if (word === 'true' || word === '1') return true;
      return word === 'false' || word === '0' ? false : undefined;
    },
  };
}

/** A uuid, returned in lower case. */
export function uuidParameter(description: string): QueryParameter<string> {
  return {
    description,
    schema: { type: 'string', format: 'uuid' },
    expected: 'a UUID',
    parse: (text) => (isUuid(text) ? text.toLowerCase() : undefined),
  };
}

/** A calendar day that exists, `YYYY-MM-DD`. */
export function dateParameter(description: string): QueryParameter<string> {
  return {
    description,
    schema: { type: 'string', format: 'date' },
    expected: 'a date in the form YYYY-MM-DD',
    parse: (text) => (isDay(text) ? text : undefined),
  };
}

/** Free text of at most `maxLength` characters. */
export function textParameter(
  description: string,
  options: { maxLength: number },
): QueryParameter<string> {
  return {
    description,
    schema: { type: 'string', maxLength: options.maxLength },
    expected: `at most ${options.maxLength} characters`,
    parse: (text) => (isLongerThan(text, options.maxLength) ? undefined : text.trim()),
  };
}

/** An exact decimal of at most 40 digits on either side of the point, without an exponent. */
export function decimalParameter(description: string): QueryParameter<string> {
  return {
    description,
    schema: { type: 'string', pattern: '^-?\\d{1,40}(\\.\\d{1,40})?$' },
    expected: 'a decimal number such as -12.50',
    parse: (text) => (/^-?\d{1,40}(\.\d{1,40})?$/.test(text) ? text : undefined),
  };
}

/** An instant in UTC, with or without fractions of a second. */
export function timestampParameter(description: string): QueryParameter<Date> {
  return {
    description,
    schema: { type: 'string', format: 'date-time' },
    expected: 'a time in UTC such as 2026-03-01T10:59:50Z',
    parse(text) {
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(text)) return undefined;
      const time = new Date(text);
      return isDay(text.slice(0, 10)) && !Number.isNaN(time.getTime()) ? time : undefined;
    },
  };
}

/** A strict integer within bounds: digits only. */
export function integerParameter(
  description: string,
  bounds: { minimum: number; maximum: number },
): QueryParameter<number> {
  return {
    description,
    schema: { type: 'integer', ...bounds },
    expected: `an integer from ${bounds.minimum} to ${bounds.maximum}`,
    parse(text) {
      if (!/^[0-9]{1,15}$/.test(text)) return undefined;
      const value = Number(text);
      return value >= bounds.minimum && value <= bounds.maximum ? value : undefined;
    },
  };
}
