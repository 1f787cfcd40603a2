import { createDelays } from './delays.ts';
import type { Delays } from './delays.ts';

/** What is simulated. Times in milliseconds from the beginning. */
export interface Scenario {
  connections: number;
  /** Connections of one household, as a rule; the first household has `largest`. */
  householdSize: number;
  largest: number;
  banks: number;
  processes: number;
  /** SYNC_CONCURRENCY. */
  syncConcurrency: number;
  schedulers: number;
  /** PROVIDER_TOTAL_RATE_PER_MINUTE; 0: none. */
  totalPerMinute: number;
  lengthMs: number;
  /** Time of one answer. */
  answerMs(bank: number, at: number): number;
  isDown(bank: number, at: number): boolean;
  /** No worker takes jobs, after a failed deployment for instance. */
  isHalted(at: number): boolean;
  /** From 0 up to 1. */
  random: () => number;
}

/** How long after they were due runs began, by who waited. */
export interface Lags {
  all: Delays;
  largest: Delays;
  banks: Delays[];
}

/** Connections are numbers, and so are their live runs: a connection has one at most. */
export interface World {
  readonly householdOf: (connection: number) => number;
  readonly bankOf: (connection: number) => number;
  dueAt: Float64Array;
  createdAt: Float64Array;
  ahead: Uint16Array;
  /** Requests of the live run that were answered, and tries of the one that was not. */
  answered: Uint8Array;
  tries: Uint8Array;
  workerOf: Uint16Array;
  live: {
    ofHousehold(household: number): number;
    atBank(bank: number): number;
    change(connection: number, by: 1 | -1): void;
  };
  lags: Lags;
}

/** Requests of a run: accounts, balance, transactions, holdings. */
export const REQUESTS = 4;

export function createWorld(scenario: Scenario): World {
  const { connections, householdSize, largest, banks } = scenario;
  const householdOf = (connection: number): number =>
    connection < largest ? 0 : 1 + Math.floor((connection - largest) / householdSize);
  // Spread without a pattern in the order of connections; each household has several banks.
  const bankOf = (connection: number): number => (Math.imul(connection, 2654435761) >>> 16) % banks;
  const ofHousehold = new Int32Array(householdOf(connections) + 1);
  const atBank = new Int32Array(banks);
  const together = new Map<number, number>();
  return {
    householdOf,
    bankOf,
    dueAt: new Float64Array(connections),
    createdAt: new Float64Array(connections),
    ahead: new Uint16Array(connections),
    answered: new Uint8Array(connections),
    tries: new Uint8Array(connections),
    workerOf: new Uint16Array(connections),
    live: {
      ofHousehold: (household) => ofHousehold[household] ?? 0,
      atBank: (bank) => atBank[bank] ?? 0,
      change(connection, by) {
        const [household, bank] = [householdOf(connection), bankOf(connection)];
        ofHousehold[household] = (ofHousehold[household] ?? 0) + by;
        const key = household * banks + bank;
        const before = together.get(key) ?? 0;
        if (before + by === 0) together.delete(key);
        else together.set(key, before + by);
        if (before === 0) atBank[bank] = (atBank[bank] ?? 0) + 1;
        else if (before + by === 0) atBank[bank] = (atBank[bank] ?? 0) - 1;
      },
    },
    lags: {
      all: createDelays(),
      largest: createDelays(),
      banks: Array.from({ length: banks }, createDelays),
    },
  };
}
