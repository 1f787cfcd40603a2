import { AppError } from '../../shared/errors.ts';

/** Waits for work at most so long. Throws service_unavailable after that; the work itself goes on. */
export async function withDeadline<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new AppError('service_unavailable', {
            publicMessage: 'The service is not available right now. Try again shortly.',
            cause: new Error(`no answer within ${timeoutMs} ms`),
          }),
        ),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
