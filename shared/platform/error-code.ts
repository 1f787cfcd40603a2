/** The code of an error: Postgres' SQLSTATE, the driver's or the system's own (`ECONNRESET`). Empty without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
