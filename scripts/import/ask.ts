import { createInterface } from 'node:readline';

/** A terminal to ask at. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

const OWN: Terminal = { input: process.stdin, output: process.stdout };

/**
 * Asks a person; only y and yes agree, and leaving the question (Ctrl-C, Ctrl-D) is a no. 'unasked' without a terminal.
 */
export async function ask(
  question: string,
  { input, output }: Terminal = OWN,
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
