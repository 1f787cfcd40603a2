import { sleep } from './sleep.ts';

/** Yields the lines of a stream as they arrive. Throws after `silenceMs` without data; leaving the loop cancels the stream. */
export async function* lines(
  stream: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      const parts = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const silence = sleep(ms, controller.signal).then(
    () => Promise.reject(new Error('The stream is silent.')),
    () => work,
  );
  return Promise.race([work, silence]).finally(() => controller.abort());
}
