/** The code of an error: Postgres's SQLSTATE, or one of the driver or the system (`ECONNRESET`). Empty if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** An error with a code, as `errorCode` reads it. */
export const codedError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });
