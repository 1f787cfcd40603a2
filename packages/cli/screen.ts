import { styleText } from 'node:util';
import { EXIT } from './failure.ts';
import { plain } from './plain.ts';

/** What a command reads and writes: the streams of the process, or of a test. */
export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  env: NodeJS.ProcessEnv;
  /** Calls `stop` at the next Ctrl-C; the one after ends the process. */
  onInterrupt: (stop: () => void) => void;
}

type Style = 'bold' | 'green' | 'red' | 'yellow';

const COLUMNS_MAX = 80;

/**
 * Where a command reports what it does. Control characters are removed from each line here, so that no file and no
 * answer can command the terminal.
 */
export class Screen {
  readonly streams: Streams;
  /** With `--json`: `answer` writes one document to standard output, and `print` nothing. */
  readonly isJson: boolean;
  /** How this program was called, for the commands that it suggests. */
  readonly program: string;
  /** The width for tables. */
  readonly columns: number;
  /** Resolves with the exit code when Ctrl-C has stopped the command. */
  readonly stopped: Promise<number>;
  /** Whether Ctrl-C has been pressed: whatever still waits may end. */
  isStopped = false;
  #stop: (code: number) => void = () => undefined;
  #leave: (() => unknown) | undefined;

  constructor(streams: Streams, isJson: boolean) {
    this.streams = streams;
    this.isJson = isJson;
    this.program = streams.env['npm_command'] === 'exec' ? 'npx ledgerline' : 'ledgerline';
    this.stopped = new Promise((resolve) => (this.#stop = resolve));
    this.columns = Math.min(streams.stdout.columns ?? COLUMNS_MAX, COLUMNS_MAX);
  }

  /** A line of the answer for a person. */
  print(line = '', style?: Style): void {
    if (!this.isJson) this.#write('stdout', line, style);
  }

  /** A line about the work, on standard error. */
  tell(line: string, style?: Style): void {
    this.#write('stderr', line, style);
  }

  /** The answer for a program, with `--json` only. */
  answer(document: unknown): void {
    if (this.isJson) this.streams.stdout.write(`${safeJson(JSON.stringify(document, null, 2))}\n`);
  }

  /** A record of a list for a program, with `--json` only. */
  answerLine(record: unknown): void {
    if (this.isJson) this.streams.stdout.write(`${safeJson(JSON.stringify(record))}\n`);
  }

  /** Sets what Ctrl-C does from now on. The program then ends with the code that it returns, or else with 130. */
  whenStopped(leave: () => unknown): void {
    if (this.#leave === undefined) {
      this.streams.onInterrupt(() => {
        this.isStopped = true;
        void Promise.resolve(this.#leave?.())
          .catch((error: unknown) => this.tell(String(error)))
          .then((code) => this.#stop(typeof code === 'number' ? code : EXIT.interrupted));
      });
    }
    this.#leave = leave;
  }

  #write(name: 'stdout' | 'stderr', line: string, style: Style | undefined): void {
    const stream = this.streams[name];
    const isColoured =
      style !== undefined && stream.isTTY === true && !this.streams.env['NO_COLOR'];
    const text = plain(line);
    // The caller's stream decides, not that of this process.
    stream.write(`${isColoured ? styleText(style, text, { validateStream: false }) : text}\n`);
  }
}

/** JSON without characters that could command or reorder a terminal; its meaning is the same. */
function safeJson(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
