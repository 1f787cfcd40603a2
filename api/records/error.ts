import type { JsonSchema } from '../openapi/json-schema.ts';

/** The one error body. `details` is a list or an object, by code; `errors` lists validation messages. */
export const errorResponse: JsonSchema = {
  type: 'object',
  description:
    'The body of every error; the [guide on errors](/docs/guides/errors) lists the codes.',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      pattern: '^[a-z][a-z_]*$',
      description: 'A stable code: decide by this, never by the message.',
    },
    message: {
      type: ['string', 'null'],
      description: 'For people; its wording may change. Null or absent where the code says all.',
    },
    details: {
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'object', additionalProperties: true },
        { type: 'null' },
      ],
    },
    errors: {
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Every validation message; null or absent unless there are several.',
    },
  },
  additionalProperties: false,
};
