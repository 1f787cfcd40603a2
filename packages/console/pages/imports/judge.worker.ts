import { judge } from './judge.ts';
import type { Judgement, Question } from './judge.ts';

/** A question with a File, whose bytes are read in this worker so that the page stays responsive. */
export type WorkerQuestion = Omit<Question, 'content' | 'filename' | 'contentType'> & {
  readonly file: File;
};
export type WorkerAnswer = { readonly judgement: Judgement | null } | { readonly fault: string };

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  answer(data).then(
    (judgement) => postMessage({ judgement }),
    (error: unknown) => postMessage({ fault: String(error) }),
  );
});

async function answer({ file, ...asked }: WorkerQuestion): Promise<Judgement | null> {
  const content = new Uint8Array(await file.arrayBuffer());
  const about = { content, filename: file.name, contentType: file.type || 'text/csv' };
  return judge({ ...asked, ...about }, new Date());
}
