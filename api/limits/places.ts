import { overloaded } from '../../shared/platform/errors.ts';
import { createFairQueue } from './fair-queue.ts';
import type { SharesOptions } from './shares.ts';
import { createShares } from './shares.ts';

export interface PlacesOptions extends SharesOptions {
  /** How many may wait for a place, and how many of them for one owner. */
  waiting: { total: number; perOwner: number };
  /** How long each may wait. */
  patienceMs: number;
  /** What a request is told that gets no place. */
  refusal: string;
}

/** Places for work of which one owner could take all that others need. */
export interface Places {
  /**
   * Works in a place, as soon as its owner may have one; owners take turns. `signal` is asked for only by what has to
   * wait, and ends the wait. Throws service_unavailable when too many wait already, or after too long.
   */
  run<T>(owner: string, signal: () => AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Places that are taken. */
  readonly held: number;
}

/** Places that are all free. */
export function createPlaces({ waiting, patienceMs, refusal, ...shared }: PlacesOptions): Places {
  const shares = createShares(shared);
  const queue = createFairQueue<Waiting>(waiting.total, waiting.perOwner);

  async function wait(owner: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, ...item } = createWaiting();
    const leave = (reason: unknown): void => {
      if (queue.remove(owner, item)) item.reject(reason);
    };
    const onGone = (): void => leave(signal.reason);
    const timer = setTimeout(() => leave(overloaded(refusal)), patienceMs);
    signal.addEventListener('abort', onGone, { once: true });
    queue.push(owner, item)?.reject(overloaded(refusal));
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onGone);
    }
  }

  function giveBack(owner: string): void {
    shares.give(owner);
    const mayBegin = (next: string): boolean => shares.take(next);
    for (let next = queue.shift(mayBegin); next !== undefined; next = queue.shift(mayBegin)) {
      next.resolve();
    }
  }

  return {
    async run(owner, signal, work) {
      if (!shares.take(owner)) await wait(owner, signal());
      try {
        return await work();
      } finally {
        giveBack(owner);
      }
    },
    get held() {
      return shares.held;
    },
  };
}

interface Waiting {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

function createWaiting(): Waiting & { promise: Promise<void> } {
  let settle: Waiting = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
