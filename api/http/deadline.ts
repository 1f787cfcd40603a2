import { serviceUnavailable } from '../../shared/platform/errors.ts';

/** Waits at most `timeoutMs` for work, then throws service_unavailable; the work itself continues. */
export async function withDeadline<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(serviceUnavailable(new Error(`no answer within ${timeoutMs} ms`))),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
