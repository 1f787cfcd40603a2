import { compileSchema, describeErrors } from '../validate.ts';
import type { QueueName, Queues } from './queues.ts';

/** What a queue message is: its name, its queue and the schema of its data. What is done with it lives in workers/. */
export interface JobDefinition<Payload extends object> {
  name: string;
  queue: QueueName;
  /** Checks data that came out of the queue. Throws when it is not a payload. */
  parse(data: unknown): Payload;
  /** Hands a committed run to the queue, under its own id: adding it twice is harmless. */
  enqueue(queues: Queues, payload: Payload): Promise<void>;
  /** Adds the job again unless the queue still has it. False: it has. */
  requeueIfLost(queues: Queues, payload: Payload): Promise<boolean>;
}

/** Defines a job. Payloads hold ids only: no credentials, no content. */
export function defineJob<Payload extends object>(definition: {
  name: string;
  queue: QueueName;
  payloadSchema: object;
  /** The id of the run that the payload names. */
  jobId: (payload: Payload) => string;
  /** Tries until the run fails for an error of its own; waits for a rate limit use none. Default 5. */
  attempts?: number;
}): JobDefinition<Payload> {
  const validate = compileSchema<Payload>(definition.payloadSchema);
  const parse = (data: unknown): Payload => {
    if (validate(data)) return data;
    throw new Error(
      `${definition.name}: bad payload: ${describeErrors(validate.errors).join('; ')}`,
    );
  };
  const { name, queue, jobId, attempts = 5 } = definition;
  const enqueue: JobDefinition<Payload>['enqueue'] = (queues, payload) =>
    queues.add(queue, name, parse(payload), { jobId: jobId(payload), attempts });
  return {
    name,
    queue,
    parse,
    enqueue,
    async requeueIfLost(queues, payload) {
      const id = jobId(payload);
      if (await queues.isPending(queue, id)) return false;
      // A finished job of that id would swallow the new one.
      await queues.remove(queue, id);
      await enqueue(queues, payload);
      return true;
    },
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
