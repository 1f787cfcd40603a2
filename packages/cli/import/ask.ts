import { createInterface } from 'node:readline';
import type { Streams } from '../screen.ts';

/**
 * Asks the person; only y and yes agree; leaving the question (Ctrl-C, Ctrl-D) is a no. Returns 'unasked' without a terminal.
 */
export async function ask(
  question: string,
  { stdin: input, stdout: output }: Pick<Streams, 'stdin' | 'stdout'>,
): Promise<'yes' | 'no' | 'unasked'> {
  if (input.isTTY !== true) return 'unasked';
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    terminal.once('close', () => {
      output.write('\n');
      resolve('no');
    });
    terminal.question(question, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no');
      terminal.removeAllListeners('close');
      terminal.close();
    });
  });
}
