import { priorityOf, turnOf } from '../../shared/jobs/turn.ts';
import { backlogEtaMs } from '../../shared/operations/backlog-eta.ts';
import { MAX_TRIES, retryDelay } from '../../shared/provider/client.ts';
import { createCircuitBreaker } from '../../shared/provider/circuit-breaker.ts';
import type { CircuitBreaker } from '../../shared/provider/circuit-breaker.ts';
import { ProviderError } from '../../shared/provider/errors.ts';
import { slotLimit } from '../../shared/provider/rate-limit.ts';
import {
  BATCH,
  BATCHES_PER_ROUND,
  startDueSyncs,
} from '../../workers/scheduler/start-due-syncs.ts';
import { nextSyncAt } from '../../workers/sync/end-run.ts';
import type { RunEnd } from '../../workers/sync/end-run.ts';
import { noteOf } from '../../workers/sync/notes.ts';
import { LOOK_EVERY_MS, patienceMs } from '../../workers/sync/patience.ts';
import { createPlaces, placesInAll } from '../../workers/sync/places.ts';
import type { Places } from '../../workers/sync/places.ts';
import { createCalendar } from './calendar.ts';
import { createEventHeap } from './event-heap.ts';
import { createJobQueue } from './job-queue.ts';
import { createLineModel } from './line-model.ts';
import { lineUp } from './line-up.ts';
import { createSlotModel } from './slot-model.ts';
import { createWorld, REQUESTS } from './world.ts';
import type { Lags, Scenario } from './world.ts';

const MINUTE_MS = 60_000;
const SAMPLE_MS = 5 * MINUTE_MS;
const DUE_WITHIN_MS = 15 * MINUTE_MS;
/** Any moment: turns begin anew after 242 days, which none of this lasts. */
const BEGAN = Date.UTC(2026, 0, 1);
const EVENTS = 5;
const [DISPATCH, LOOK, ASK, ANSWERED, BACK] = [0, 1, 2, 3, 4];
/** Every minute: what waits, and how long it was said to take. */
const PROBE_MS = MINUTE_MS;

/** What was seen each minute. */
export interface Probe {
  at: number;
  waiting: number;
  etaMs: number | null;
}

export interface Outcome {
  lags: Lags;
  probes: Probe[];
  begun: number;
  completed: number;
  failed: number;
  /** Times that a run went out of a worker before its end, for a place or for a limit. */
  handedBack: number;
}

interface Worker {
  places: Places;
  /** Runs that it called and that no worker has fetched yet. */
  onTheirWay: number;
  breaker: CircuitBreaker;
  active: number;
  isLooking: boolean;
}

const PASSED: RunEnd = { status: 'completed', errors: [] };
const FAILED: RunEnd = { status: 'failed', errors: [noteOf(new ProviderError('unavailable'))] };
/** What a delivery takes before its first request. */
const DELIVERY_MS = 20;

/**
 * Runs the scheduler, the queue's order, the places of workers, the limiter, the breaker and the retries on a virtual clock.
 * The decisions are those of the service; what its SQL decides is a model that tests hold equal to it.
 */
// eslint-disable-next-line max-lines-per-function -- one state of one world
export function simulate(scenario: Scenario): Outcome {
  const { connections, processes, syncConcurrency, lengthMs, random } = scenario;
  const world = createWorld(scenario);
  const events = createEventHeap();
  const queue = createJobQueue(connections);
  const calendar = createCalendar(connections, lengthMs, startDueSyncs.everyMs);
  const limit = slotLimit('host', { slots: scenario.totalPerMinute, windowMs: MINUTE_MS });
  const slots = limit === null ? null : createSlotModel(limit);
  const inAll = placesInAll(syncConcurrency);
  const lines = createLineModel(world, syncConcurrency);
  /** Whose place a called run has, whichever worker does it. */
  const callerOf = new Map<number, Worker>();
  const none = { begun: 0, completed: 0, failed: 0, handedBack: 0 };
  const outcome: Outcome = { lags: world.lags, probes: [], ...none };
  let now = 0;
  let delayed = 0;
  /** Requests that the runs which wait have before them. */
  let requestsWaiting = 0;
  let turn = 0;
  let endedRuns = 0;
  const endedBefore: number[] = [];
  const clock = { now: () => new Date(BEGAN + now) };
  const workers = Array.from({ length: processes }, (): Worker => {
    const none = { onTheirWay: 0, active: 0, isLooking: false };
    return { places: createPlaces(syncConcurrency), breaker: createCircuitBreaker(clock), ...none };
  });

  const workerOf = (connection: number): Worker => {
    const worker = workers[world.workerOf[connection] ?? 0];
    if (worker === undefined) throw new Error('a run without a worker');
    return worker;
  };
  const queuedOf = (connection: number) => ({
    createdAt: new Date(BEGAN + (world.createdAt[connection] ?? 0)),
    ahead: world.ahead[connection] ?? 0,
  });
  const requestsLeft = (connection: number): number => REQUESTS - (world.answered[connection] ?? 0);
  const plan = (kind: number, at: number, subject: number): void =>
    events.push(at, subject * EVENTS + kind);

  /** Each scheduler's round. */
  const dispatch = (): void => {
    for (let batch = 0; batch < BATCHES_PER_ROUND * scenario.schedulers; batch += 1) {
      const due = calendar.take(now, BATCH);
      const ahead = lineUp(due, world.householdOf, world.bankOf, world.live);
      for (const connection of due) {
        world.createdAt[connection] = now;
        world.ahead[connection] = ahead.get(connection) ?? 0;
        world.answered[connection] = 0;
        world.live.change(connection, 1);
        requestsWaiting += REQUESTS;
        queue.push(connection, priorityOf(queuedOf(connection)));
      }
      if (due.length < BATCH) break;
    }
    offer();
    plan(DISPATCH, now + startDueSyncs.everyMs, 0);
  };
  /** Workers with room take jobs, in turns. */
  const offer = (): void => {
    if (scenario.isHalted(now)) return;
    for (let full = 0; full < processes && queue.size > 0; full += 1) {
      turn = (turn + 1) % processes;
      const worker = workers[turn];
      if (worker === undefined || worker.active >= inAll) continue;
      full = -1;
      fetch(worker, turn);
    }
  };
  /** While anybody is in line, every worker looks who could begin. */
  const lookSoon = (worker: Worker, index: number): void => {
    if (lines.size === 0 || worker.isLooking) return;
    worker.isLooking = true;
    plan(LOOK, now + LOOK_EVERY_MS, index);
  };
  const call = (worker: Worker): void => {
    for (const waiter of lines.take(worker.places, inAll - worker.onTheirWay)) {
      worker.onTheirWay += 1;
      worker.places.occupy(waiter);
      callerOf.set(waiter.connection, worker);
      queue.push(waiter.connection, priorityOf(queuedOf(waiter.connection)));
    }
  };
  const fetch = (worker: Worker, index: number): void => {
    const connection = queue.pop();
    const caller = callerOf.get(connection);
    if (caller !== undefined) caller.onTheirWay -= 1;
    else if (!worker.places.enter(lines.seekerOf(connection))) {
      outcome.handedBack += 1;
      lines.join(connection, turnOf(queuedOf(connection)));
      workers.forEach(lookSoon);
      return;
    }
    world.workerOf[connection] = index;
    requestsWaiting -= requestsLeft(connection);
    worker.active += 1;
    begin(connection);
  };
  const begin = (connection: number): void => {
    world.tries[connection] = 0;
    plan(ASK, now + DELIVERY_MS, connection);
  };
  /** A request, or the run's end: the next answer is planned. */
  const ask = (connection: number): void => {
    const worker = workerOf(connection);
    if (worker.breaker.ask(String(connection)) !== null) {
      end(connection, FAILED);
      return;
    }
    const crowded =
      (worker.active >= inAll && queue.size > 0) || lines.isAwaited(worker.places.taken());
    const slot = slots?.take(now, patienceMs(crowded)) ?? { granted: true, waitMs: 0 };
    if (!slot.granted) {
      worker.breaker.unknown(String(connection));
      sendBack(connection, slot.waitMs);
      leave(connection);
      offer();
      return;
    }
    const sentAt = now + slot.waitMs;
    if (world.answered[connection] === 0 && world.tries[connection] === 0) {
      const lag = sentAt - (world.dueAt[connection] ?? 0);
      outcome.begun += 1;
      world.lags.all.add(lag);
      world.lags.banks[world.bankOf(connection)]?.add(lag);
      if (world.householdOf(connection) === 0) world.lags.largest.add(lag);
    }
    plan(ANSWERED, sentAt + scenario.answerMs(world.bankOf(connection), sentAt), connection);
  };
  const answered = (connection: number): void => {
    const { breaker } = workerOf(connection);
    if (!scenario.isDown(world.bankOf(connection), now)) {
      breaker.succeeded(String(connection));
      world.tries[connection] = 0;
      world.answered[connection] = (world.answered[connection] ?? 0) + 1;
      if (world.answered[connection] === REQUESTS) end(connection, PASSED);
      else ask(connection);
      return;
    }
    const tries = (world.tries[connection] ?? 0) + 1;
    world.tries[connection] = tries;
    const error = new ProviderError('unavailable');
    const waitMs = tries < MAX_TRIES ? retryDelay(error, tries, random) : null;
    if (waitMs !== null) {
      plan(ASK, now + waitMs, connection);
      return;
    }
    breaker.failed(String(connection));
    end(connection, FAILED);
  };
  /** Frees the place and the job's slot in the worker. */
  const leave = (connection: number): void => {
    const worker = workerOf(connection);
    worker.active -= 1;
    const holder = callerOf.get(connection) ?? worker;
    callerOf.delete(connection);
    holder.places.leave(lines.seekerOf(connection));
    call(holder);
  };
  const sendBack = (connection: number, waitMs: number): void => {
    outcome.handedBack += 1;
    delayed += 1;
    requestsWaiting += requestsLeft(connection);
    plan(BACK, now + waitMs, connection);
  };
  const end = (connection: number, how: RunEnd): void => {
    if (how === PASSED) outcome.completed += 1;
    else outcome.failed += 1;
    endedRuns += 1;
    const at = nextSyncAt(how, [], clock.now(), random).getTime() - BEGAN;
    world.dueAt[connection] = at;
    world.live.change(connection, -1);
    calendar.add(connection, at);
    leave(connection);
    offer();
  };
  const look = (index: number): void => {
    const worker = workers[index];
    if (worker === undefined) return;
    worker.isLooking = false;
    call(worker);
    offer();
    lookSoon(worker, index);
  };
  const probe = (): void => {
    endedBefore.push(endedRuns);
    const minutes = Math.min(endedBefore.length - 1, SAMPLE_MS / MINUTE_MS);
    const ended = endedRuns - (endedBefore.at(-1 - minutes) ?? 0);
    const waiting = queue.size + delayed + lines.size;
    const etaMs = backlogEtaMs({
      waiting: requestsWaiting,
      made: slots?.used(now) ?? { requests: ended * REQUESTS, overMs: minutes * MINUTE_MS },
      due: { requests: calendar.count(now, now + DUE_WITHIN_MS) * REQUESTS, overMs: DUE_WITHIN_MS },
      limit: limit && { requests: limit.slots, overMs: limit.windowMs },
    });
    outcome.probes.push({ at: now, waiting, etaMs });
  };

  for (let connection = 0; connection < connections; connection += 1) {
    // As after long operation: 12 to 24 hours apart, at any point between two runs.
    const apart = Math.sqrt(12 ** 2 + random() * (24 ** 2 - 12 ** 2));
    world.dueAt[connection] = random() * apart * 60 * MINUTE_MS;
    calendar.add(connection, world.dueAt[connection] ?? 0);
  }
  plan(DISPATCH, 0, 0);
  const handlers = [
    dispatch,
    look,
    ask,
    answered,
    (connection: number) => {
      delayed -= 1;
      queue.push(connection, priorityOf(queuedOf(connection)));
      offer();
    },
  ];
  for (let probeAt = 0; now <= lengthMs;) {
    now = events.nextAt();
    for (; probeAt <= now && probeAt <= lengthMs; probeAt += PROBE_MS) probe();
    const event = events.pop();
    handlers[event % EVENTS]?.(Math.floor(event / EVENTS));
  }
  return outcome;
}
