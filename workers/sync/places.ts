import { RateLimitedError, StoppingError } from '../errors.ts';
import { createAdmission } from './admission.ts';
import type { PlaceSeeker } from './admission.ts';

interface PlacesOptions {
  /** Runs of one household or bank at once. */
  perGroup: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The places of one process. They live in its memory: those of a process that dies are gone with it. */
export interface Places {
  /**
   * Does the work of a run in a place of its groups, once there is one. Throws RateLimitedError when it has to make room for
   * another, and StoppingError when the signal aborts first.
   */
  hold<T>(seeker: PlaceSeeker, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Lets those who wait for a place make room for the run that is next in the queue, if it could use it. */
  makeRoom(next: PlaceSeeker): void;
  /** Whether a run waits for a place that another one of its household or bank has. */
  isAwaited(): boolean;
}

interface Waiter {
  seeker: PlaceSeeker;
  enter: () => void;
  leave: (reason: Error) => void;
}

export function createPlaces({ perGroup, now }: PlacesOptions): Places {
  const admission = createAdmission<Waiter>(perGroup, now());
  const wait = async (seeker: PlaceSeeker, signal: AbortSignal): Promise<void> => {
    let stop = (): void => undefined;
    try {
      await new Promise<void>((enter, leave) => {
        const waiter = { seeker, enter, leave };
        stop = () => {
          if (admission.withdraw(waiter)) leave(new StoppingError());
        };
        admission.wait(waiter);
        signal.addEventListener('abort', stop, { once: true });
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  return {
    async hold(seeker, signal, work) {
      if (signal.aborted) throw new StoppingError();
      if (!admission.enter(seeker)) await wait(seeker, signal);
      try {
        return await work();
      } finally {
        for (const next of admission.leave(seeker)) next.enter();
      }
    },
    makeRoom(next) {
      for (const { waiter, backMs } of admission.makeRoom(next, now())) {
        waiter.leave(new RateLimitedError(backMs));
      }
    },
    isAwaited: () => admission.isAwaited(),
  };
}
