/** The exit codes of a command; docs/COMMANDS.md has the table. */
export const EXIT = {
  fine: 0,
  faults: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  interrupted: 130,
} as const;

/** Ends a command with a sentence for the person; `code` is a key of EXIT, `error` a code for programs. */
export class Failure extends Error {
  readonly code: number;
  readonly error: string;

  constructor(code: keyof typeof EXIT, message: string, error: string = code) {
    super(message);
    this.code = EXIT[code];
    this.error = error;
  }
}
