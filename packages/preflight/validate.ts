import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { FormatsPlugin } from 'ajv-formats';
import { isDay } from './days.ts';

// The package is CommonJS: under nodenext its default export arrives as the module object.
const addFormats = addFormatsModule as unknown as FormatsPlugin;

/** Draft 2020-12, as OpenAPI 3.1 uses it; types are never coerced. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // Errors carry their schema, whose example describeErrors quotes.
    verbose: true,
  });
  addFormats(ajv);
  ajv.addFormat('date', isDay);
  ajv.addFormat('date-time', isInstant);
  return ajv;
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Whether the instant exists and its year has four digits in UTC too, as in the database: an evening of 9999 may be 10000 there. */
function isInstant(text: string): boolean {
  const day = RFC_3339.exec(text)?.[1] ?? '';
  const at = new Date(text);
  return isDay(day) && !Number.isNaN(at.getTime()) && isDay(at.toISOString().slice(0, 10));
}

let shared: Ajv2020 | undefined;

/**
 * A JSON Schema as a type guard. Ask for it where it is used: the first call compiles it, which takes longer than
 * loading most modules; later calls find it by the same object.
 */
export function compileSchema<T>(schema: object): ValidateFunction<T> {
  shared ??= createAjv();
  return shared.compile<T>(schema);
}

/** ajv's errors as sentences for `errors` in an answer: `field: must be …`. */
export function describeErrors(errors: ErrorObject[] | null | undefined): string[] {
  return (errors ?? []).map((error) => {
    const field = error.instancePath.slice(1).replaceAll('/', '.');
    const text = describe(error);
    return field === '' ? text : `${field} ${text}`;
  });
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a date (YYYY-MM-DD)',
  'date-time': 'must be a time such as 2026-03-01T10:59:50Z',
  uuid: 'must be a UUID',
};

/** ajv's own message names neither the allowed values nor the superfluous field, quotes patterns, and shouts. */
function describe({ keyword, params, parentSchema, message }: ErrorObject): string {
  if (keyword === 'enum') {
    const { allowedValues } = params as { allowedValues: unknown[] };
    return `must be one of ${allowedValues.map((value) => (value === '' ? '""' : String(value))).join(', ')}`;
  }
  if (keyword === 'additionalProperties') {
    const name = (params as { additionalProperty: string }).additionalProperty;
    return `must not have the field ${name}`;
  }
  if (keyword === 'minLength' && (params as { limit: number }).limit === 1) {
    return 'must not be empty';
  }
  if (keyword === 'pattern') {
    const [example] = (parentSchema as { examples?: unknown[] } | undefined)?.examples ?? [];
    if (typeof example === 'string') return `must be written like ${example}`;
  }
  if (keyword === 'format') {
    const phrase = FORMATS[(params as { format: string }).format];
    if (phrase !== undefined) return phrase;
  }
  return message?.replace('must NOT', 'must not') ?? 'is invalid';
}
