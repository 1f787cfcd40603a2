import type { AppError } from '../../shared/platform/errors.ts';
import type { Log } from '../../shared/platform/log.ts';

/** A burst ends after this long without a refusal. */
const CALM_MS = 60_000;
/** A burst that does not end is logged again after this long. */
const AGAIN_MS = 5 * 60_000;

/**
 * Logs refused requests: the first of each burst, with the number skipped since the last line. A warning is enough,
 * because no one has to act; the request log has a line for each request anyway. `now` returns milliseconds.
 */
export function createShedLog(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): (error: AppError, fields: Record<string, unknown>) => void {
  // By message, of which there is only a handful.
  const bursts = new Map<string, { lastAt: number; loggedAt: number; skipped: number }>();
  return ({ publicMessage, code }, fields) => {
    const at = now();
    const burst = bursts.get(publicMessage);
    if (burst !== undefined && at - burst.lastAt < CALM_MS && at - burst.loggedAt < AGAIN_MS) {
      burst.lastAt = at;
      burst.skipped += 1;
      return;
    }
    const skipped = burst?.skipped ?? 0;
    const more = skipped === 0 ? '' : ` (${skipped} more since the last such line)`;
    log.warn(`requests are refused: ${publicMessage}${more}`, { ...fields, error_code: code });
    bursts.set(publicMessage, { lastAt: at, loggedAt: at, skipped: 0 });
  };
}
