import type { WorkerAnswer, WorkerQuestion } from './judge.worker.ts';
import type { Judgement } from './judge.ts';

/** Judges a file in a thread of the page. A question that is given up ends its thread. */
export async function askWorker(question: WorkerQuestion, signal: AbortSignal): Promise<Judgement> {
  const worker = new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Judgement>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        if ('judgement' in data) resolve(data.judgement);
        else reject(new Error(data.fault));
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
