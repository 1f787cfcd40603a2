import { compileSchema, describeErrors } from '#preflight/validate';
import type { QueueName, Queues } from './queues.ts';

/** What a queue message is: its name, its queue and the schema of its data. What is done with it lives in workers/. */
export interface JobDefinition<Payload extends object, Run extends object = Payload> {
  name: string;
  queue: QueueName;
  /** Checks data that came out of the queue. Throws when it is not a payload. */
  parse(data: unknown): Payload;
  /** Hands committed runs to the queue, each under its own id: adding one twice is harmless. */
  enqueue: (queues: Queues, ...runs: readonly Run[]) => Promise<void>;
  /** Adds the jobs of those runs again whose job the queue no longer has, and returns these runs. */
  requeueLost(queues: Queues, runs: readonly Run[]): Promise<Run[]>;
  /** Makes the delayed jobs of those runs ready, and adds those that are gone. Returns the runs whose job is ready now. */
  wake(queues: Queues, runs: readonly Run[]): Promise<Run[]>;
  payloadOf(run: Run): Payload;
}

/** Questions to the queue that are under way together: each is a round trip. */
const ASKED_AT_ONCE = 50;

interface Definition<Payload extends object> {
  name: string;
  queue: QueueName;
  payloadSchema: object;
  /** The id of the run that the payload names. */
  jobId: (payload: Payload) => string;
  /** Tries until the run fails for an error of its own; waits for a rate limit use none. Default 5. */
  attempts?: number;
}

/** Defines a job. Payloads hold ids only: no credentials, no content. */
export function defineJob<Payload extends object>(
  definition: Definition<Payload>,
): JobDefinition<Payload> {
  return defineOrderedJob<Payload, Payload>({
    ...definition,
    payloadOf: (payload) => payload,
    priorityOf: () => 0,
  });
}

/** Defines a job whose runs have an order: the lowest priority first, and 0 before all others. */
export function defineOrderedJob<Payload extends object, Run extends object>(
  definition: Definition<Payload> & {
    payloadOf: (run: Run) => Payload;
    priorityOf: (run: Run) => number;
  },
): JobDefinition<Payload, Run> {
  const validate = compileSchema<Payload>(definition.payloadSchema);
  const parse = (data: unknown): Payload => {
    if (validate(data)) return data;
    throw new Error(
      `${definition.name}: bad payload: ${describeErrors(validate.errors).join('; ')}`,
    );
  };
  const { name, queue, payloadOf, priorityOf, attempts = 5 } = definition;
  const idOf = (run: Run): string => definition.jobId(payloadOf(run));
  const enqueue = (queues: Queues, ...runs: readonly Run[]): Promise<void> => {
    const jobs = runs.map((run) => ({
      data: parse(payloadOf(run)),
      jobId: idOf(run),
      attempts,
      priority: priorityOf(run),
    }));
    return queues.add(queue, name, jobs);
  };
  return {
    name,
    queue,
    parse,
    enqueue,
    payloadOf,
    async requeueLost(queues, runs) {
      if (runs.length === 0) return [];
      const stages = await queues.stages(queue, runs.map(idOf));
      const lost = runs.filter((run) => (stages.get(idOf(run)) ?? 'finished') === 'finished');
      // A finished job of that id would swallow the new one.
      const swallowing = lost.filter((run) => stages.has(idOf(run)));
      await inTurns(swallowing, (run) => queues.remove(queue, idOf(run)));
      if (lost.length > 0) await enqueue(queues, ...lost);
      return lost;
    },
    async wake(queues, runs) {
      if (runs.length === 0) return [];
      const stages = await queues.stages(queue, runs.map(idOf));
      const delayed = runs.filter((run) => stages.get(idOf(run)) === 'delayed');
      const isReady = await inTurns(delayed, (run) => queues.promote(queue, idOf(run)));
      const promoted = delayed.filter((_run, index) => isReady[index]);
      const ready = runs.filter(
        (run) => stages.get(idOf(run)) === 'ready' || promoted.includes(run),
      );
      const others = runs.filter((run) => !ready.includes(run));
      return [...ready, ...(await this.requeueLost(queues, others))];
    },
  };
}

/** Does it for all runs, several at once. */
async function inTurns<Run, Done>(
  runs: readonly Run[],
  work: (run: Run) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let from = 0; from < runs.length; from += ASKED_AT_ONCE) {
    done.push(...(await Promise.all(runs.slice(from, from + ASKED_AT_ONCE).map(work))));
  }
  return done;
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
