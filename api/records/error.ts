import * as s from '../openapi/json-schema.ts';
import { CODE } from './record.ts';

/** The one error body. `details` is a list or an object, by code; `errors` lists validation messages. */
export const ERROR_RESPONSE = s.component(
  'ErrorResponse',
  'The body of every error; the [guide on errors](/docs/guides/errors) lists the codes.',
  {
    type: 'object',
    required: ['error'],
    properties: {
      error: { ...CODE, pattern: '^[a-z][a-z_]*$' },
      message: s.nullable(
        s.TEXT,
        'For people; its wording may change. Null or absent where the code is enough.',
      ),
      details: {
        anyOf: [
          { type: 'array', items: s.TEXT },
          { type: 'object', additionalProperties: true },
          { type: 'null' },
        ],
        description:
          'More about the error, by code: a list or an object; null or absent where there is nothing to add.',
      },
      errors: s.nullable(
        s.list(s.TEXT, 'Every validation message; null or absent unless there are several.'),
      ),
    },
    additionalProperties: false,
  },
);
