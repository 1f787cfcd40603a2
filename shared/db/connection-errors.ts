const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Whether the connection of a statement is gone: the driver's own word, not the server's, because only
 * then is it certain that the connection closes. Causes are looked at, too.
 */
export function isConnectionLost(error: unknown): boolean {
  if (/^(CONNECTION_(CLOSED|DESTROYED)|ECONNRESET|EPIPE)$/.test(codeOf(error))) return true;
  return error instanceof Error && error.cause !== undefined && isConnectionLost(error.cause);
}

/** Whether an error means that Postgres itself is away, as opposed to a fault in a statement. */
export function isDatabaseAway(error: unknown): boolean {
  return /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN(REFUSED|RESET)|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|57P0[123]|53300|08...)$/.test(
    codeOf(error),
  );
}
