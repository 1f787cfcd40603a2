import { errorCode } from './error-code.ts';

/**
 * Whether the connection of a statement is gone: the driver's own word, not the server's, because only
 * then is it certain that the connection closes. Causes are looked at, too.
 */
export function isConnectionLost(error: unknown): boolean {
  if (/^(CONNECTION_(CLOSED|DESTROYED)|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(errorCode(error)))
    return true;
  return error instanceof Error && error.cause !== undefined && isConnectionLost(error.cause);
}

const NETWORK =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN(REFUSED|RESET|ABORTED)|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/;

/**
 * SQLSTATEs that are the server's doing: 08 the connection, 53 no room (disk, memory, connections), 57P it
 * stops or starts, 58 its files, 28 and 3D000 it does not let us in, 25006 it only reads (a standby).
 */
const SERVER = /^(08...|53...|57P0.|58...|28...|3D000|25006)$/;

/** Whether an error means that Postgres itself is away, as opposed to a fault in a statement. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  return NETWORK.test(code) || SERVER.test(code);
}

/**
 * Whether Postgres did not get to the end of a statement in the time that it had: it waited for a lock or
 * ran too long, was cancelled, met a deadlock, or the transaction was idle. The same statement may well work later.
 */
export function isDatabaseTimeout(error: unknown): boolean {
  return /^(57014|55P03|40P01|25P0[34]|STATEMENT_TIMEOUT)$/.test(errorCode(error));
}
