import type { AppError } from '../../shared/platform/errors.ts';
import type { Log } from '../../shared/platform/log.ts';

/** A burst is over after this long without a refusal. */
const CALM_MS = 60_000;
/** A burst that does not end is logged again after this long. */
const AGAIN_MS = 5 * 60_000;

/**
 * Logs requests that were shed: the first of each burst, with the number left out since the last line. A warning,
 * because no one needs to act; the request log has a line for each anyway. `now` in milliseconds.
 */
export function createShedLog(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): (error: AppError, fields: Record<string, unknown>) => void {
  // By message: there are a handful of fixed ones.
  const bursts = new Map<string, { lastAt: number; toldAt: number; untold: number }>();
  return ({ publicMessage, code }, fields) => {
    const at = now();
    const burst = bursts.get(publicMessage);
    if (burst !== undefined && at - burst.lastAt < CALM_MS && at - burst.toldAt < AGAIN_MS) {
      burst.lastAt = at;
      burst.untold += 1;
      return;
    }
    const untold = burst?.untold ?? 0;
    const more = untold === 0 ? '' : ` (${untold} more since the last such line)`;
    log.warn(`requests are refused: ${publicMessage}${more}`, { ...fields, error_code: code });
    bursts.set(publicMessage, { lastAt: at, toldAt: at, untold: 0 });
  };
}
