import { overloaded } from '../../shared/platform/errors.ts';
import type { AppError } from '../../shared/platform/errors.ts';
import { clientGone } from '../http/client-gone.ts';
import { createFairQueue } from './fair-queue.ts';
import type { SharesOptions } from './shares.ts';
import { createShares } from './shares.ts';
import { withResolvers } from './with-resolvers.ts';

export interface PlacesOptions extends SharesOptions {
  /** How many may wait for a place, and how many of them for one owner. */
  waiting: { total: number; perOwner: number };
  /** How long each may wait. */
  patienceMs: number;
  /** The message for a request that gets no place. */
  refusal: string;
}

/** Registers `leave` to be called when the client is gone; at once if it already is. */
export type OnGone = (leave: () => void) => void;

/** Places for work, so that no owner can take what others need. */
export type Places = ReturnType<typeof createPlaces>;

export function createPlaces({ waiting, patienceMs, refusal, ...shared }: PlacesOptions) {
  const shares = createShares(shared);
  const queue = createFairQueue<Waiting>(waiting.total, waiting.perOwner);

  async function wait(owner: string, onGone: OnGone): Promise<void> {
    const { promise, ...item } = withResolvers<undefined>();
    // Most that are told to leave have already begun. An error with its stack is created only for one that still waits.
    const leave = (reason: () => AppError): void => {
      if (queue.remove(owner, item)) item.reject(reason());
    };
    const timer = setTimeout(() => leave(() => overloaded(refusal)), patienceMs);
    queue.push(owner, item)?.reject(overloaded(refusal));
    onGone(() => leave(clientGone));
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  function giveBack(owner: string): void {
    shares.give(owner);
    const mayBegin = (next: string): boolean => shares.take(next);
    for (let next = queue.shift(mayBegin); next !== undefined; next = queue.shift(mayBegin)) {
      next.resolve(undefined);
    }
  }

  return {
    /**
     * Does the work as soon as its owner may have a place; owners take turns. If it has to wait, it passes `onGone` a
     * function that ends the wait. Throws service_unavailable when too many already wait, or after too long.
     */
    async run<T>(owner: string, onGone: OnGone, work: () => Promise<T>): Promise<T> {
      if (!shares.take(owner)) await wait(owner, onGone);
      try {
        return await work();
      } finally {
        giveBack(owner);
      }
    },
    /** How many places are taken. */
    get held() {
      return shares.held;
    },
  };
}

type Waiting = Omit<ReturnType<typeof withResolvers<undefined>>, 'promise'>;
