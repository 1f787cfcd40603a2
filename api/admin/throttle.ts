import { networkOf } from '../limits/failure-counts.ts';
import { createPlaces } from '../limits/places.ts';
import type { OnGone, Places } from '../limits/places.ts';

/** A wrong guess keeps its place this long, times the places its client holds: one guess is judged every ten seconds. */
const HOLD_MS = 10_000;
/** How many typing errors cost no time. */
const AT_ONCE = 5;
/** For all strangers together: at most 60 guesses a minute. */
const STRANGERS_AT_ONCE = 10;
/** Large enough that clients that hang up do not crowd out the one that waits. */
const WAITING = 2_000;
const PATIENCE_MS = 50_000;

/** The sender of a password. */
interface Guesser {
  /** The client's IP address. */
  address: string;
  /** Set for a browser in which someone logged in before: strangers do not slow it down. */
  device: string | null;
  onGone: OnGone;
}

/** Limits the guessing of a password in this process. */
export interface LoginThrottle {
  /**
   * Judges a password when its client's turn has come: five at once, then one every ten seconds; clients take turns.
   * Throws service_unavailable when the wait is too long, bad_request when the client has gone.
   */
  judge(guesser: Guesser, isRight: () => boolean): Promise<boolean>;
}

/** `wait` takes milliseconds. */
export function createLoginThrottle(
  wait: (ms: number) => Promise<unknown> = (ms) =>
    new Promise((done) => setTimeout(done, ms).unref()),
): LoginThrottle {
  const placesFor = (total: number): Places =>
    createPlaces({
      total,
      perOwner: AT_ONCE,
      waiting: { total: WAITING, perOwner: WAITING },
      patienceMs: PATIENCE_MS,
      refusal: 'Too many passwords were tried.',
    });
  const strangers = placesFor(STRANGERS_AT_ONCE);
  const known = placesFor(WAITING);
  const held = new Map<string, number>();

  async function hold(owner: string): Promise<void> {
    const own = (held.get(owner) ?? 0) + 1;
    held.set(owner, own);
    await wait(HOLD_MS * own);
    const left = (held.get(owner) ?? 0) - 1;
    if (left > 0) held.set(owner, left);
    else held.delete(owner);
  }

  return {
    judge({ address, device, onGone }, isRight) {
      const owner = device ?? networkOf(address);
      const places = device === null ? strangers : known;
      return new Promise((resolve, reject) => {
        const work = async (): Promise<void> => {
          const right = isRight();
          resolve(right);
          if (!right) await hold(owner);
        };
        places.run(owner, onGone, work).catch(reject);
      });
    },
  };
}
