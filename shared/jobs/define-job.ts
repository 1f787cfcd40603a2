import { compileSchema, describeErrors } from '../validate.ts';
import type { QueueName, Queues } from './queues.ts';

/** What a queue message is: its name, its queue and the schema of its data. What is done with it lives in workers/. */
export interface JobDefinition<Payload extends object> {
  name: string;
  queue: QueueName;
  /** Checks data that came out of the queue. Throws when it is not a payload. */
  parse(data: unknown): Payload;
  /** Hands committed runs to the queue, each under its own id: adding one twice is harmless. */
  enqueue(queues: Queues, ...payloads: readonly Payload[]): Promise<void>;
  /** Adds those jobs again that the queue no longer has. Returns their payloads. */
  requeueLost(queues: Queues, payloads: readonly Payload[]): Promise<Payload[]>;
}

/** Questions to the queue that are under way together: each is a round trip. */
const ASKED_AT_ONCE = 50;

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
  const enqueue: JobDefinition<Payload>['enqueue'] = (queues, ...payloads) =>
    queues.add(
      queue,
      name,
      payloads.map((payload) => ({ data: parse(payload), jobId: jobId(payload), attempts })),
    );
  return {
    name,
    queue,
    parse,
    enqueue,
    async requeueLost(queues, payloads) {
      const lost: Payload[] = [];
      for (let from = 0; from < payloads.length; from += ASKED_AT_ONCE) {
        await Promise.all(
          payloads.slice(from, from + ASKED_AT_ONCE).map(async (payload) => {
            const id = jobId(payload);
            if (await queues.isPending(queue, id)) return;
            // A finished job of that id would swallow the new one.
            await queues.remove(queue, id);
            lost.push(payload);
          }),
        );
      }
      if (lost.length > 0) await enqueue(queues, ...lost);
      return lost;
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
