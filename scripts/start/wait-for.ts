import { setTimeout as delay } from 'node:timers/promises';

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Resolves when every URL answers; null stands for one that is not known yet. After `timeoutMs`, or when `signal` is
 * aborted, throws an error that names those that do not answer.
 */
export async function waitForAll(
  urls: ReadonlyMap<string, () => string | null>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const silent = new Map(urls);
  while (silent.size > 0) {
    const ask = async ([name, url]: [string, () => string | null]): Promise<void> => {
      const known = url();
      if (known !== null && (await answers(known))) silent.delete(name);
    };
    await Promise.all([...silent].map(ask));
    if (silent.size === 0) return;
    signal.throwIfAborted();
    if (Date.now() > deadline) {
      throw new Error(
        `Not answering in time: ${[...silent.keys()].join(', ')}. See above for why.`,
      );
    }
    await delay(50, undefined, { signal });
  }
}
