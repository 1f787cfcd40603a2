import { withTimeout } from '../with-timeout.ts';

/** A scrape waits no longer than this for values: Prometheus gives up after 10 s. */
const READ_TIMEOUT_MS = 3_000;

const readers: (() => Promise<void>)[] = [];

/**
 * Registers a read that happens before a scrape is answered, so that all series of an answer are of one moment. `read` returns a
 * function that sets the gauges. If it fails or takes too long, they have no values: a gap shows that nothing is known.
 */
export function readAtScrape(
  gauges: readonly { reset(): void }[],
  read: () => Promise<() => void>,
): void {
  let reading: Promise<() => void> | null = null;
  readers.push(async () => {
    try {
      // Scrapes share one read: where one hangs, the next must not add another.
      reading ??= read().finally(() => (reading = null));
      const setGauges = await withTimeout(reading, READ_TIMEOUT_MS, 'no answer in time');
      setGauges();
    } catch {
      for (const gauge of gauges) gauge.reset();
    }
  });
}

export async function readAll(): Promise<void> {
  await Promise.all(readers.map((read) => read()));
}
