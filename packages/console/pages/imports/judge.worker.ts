import { judge } from './judge.ts';
import type { Judgement, Question } from './judge.ts';

/** The question of a file, read in this thread so that the page stays quick. */
export type WorkerQuestion = Omit<Question, 'content' | 'filename' | 'contentType'> & {
  readonly file: File;
};
export type WorkerAnswer = { readonly judgement: Judgement } | { readonly fault: string };

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  void answer(data).then((said) => postMessage(said));
});

async function answer({ file, ...asked }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    const content = new Uint8Array(await file.arrayBuffer());
    const about = { content, filename: file.name, contentType: file.type || 'text/csv' };
    return { judgement: judge({ ...asked, ...about }, new Date()) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
