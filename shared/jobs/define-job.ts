import { compileSchema, describeErrors } from '../validate.ts';
import type { AddJobOptions, QueueName, Queues } from './queues.ts';

/** What a queue message is: its name, its queue and the schema of its data. What is done with it lives in workers/. */
export interface JobDefinition<Payload extends object> {
  name: string;
  queue: QueueName;
  /** Checks data that came out of the queue. Throws when it is not a payload. */
  parse(data: unknown): Payload;
  enqueue(queues: Queues, payload: Payload, options: AddJobOptions): Promise<void>;
}

/** Defines a job. Payloads hold ids only: no credentials, no content. */
export function defineJob<Payload extends object>(definition: {
  name: string;
  queue: QueueName;
  payloadSchema: object;
}): JobDefinition<Payload> {
  const validate = compileSchema<Payload>(definition.payloadSchema);
  const parse = (data: unknown): Payload => {
    if (validate(data)) return data;
    throw new Error(
      `${definition.name}: bad payload: ${describeErrors(validate.errors).join('; ')}`,
    );
  };
  return {
    name: definition.name,
    queue: definition.queue,
    parse,
    enqueue: (queues, payload, options) =>
      queues.add(definition.queue, definition.name, parse(payload), options),
  };
}

/** Schema of a payload that holds uuids under these names. */
export function idsSchema(...names: string[]): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', format: 'uuid' }])),
  };
}
