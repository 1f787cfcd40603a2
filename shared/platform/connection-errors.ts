import { errorCode } from './error-code.ts';

/**
 * Whether the connection of a statement is lost. Only errors of the driver count, not of the server, because only they are certain
 * to mean that the connection closes. Checks causes, too.
 */
export function isConnectionLost(error: unknown): boolean {
  if (/^(CONNECTION_(CLOSED|DESTROYED)|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(errorCode(error)))
    return true;
  return error instanceof Error && error.cause !== undefined && isConnectionLost(error.cause);
}

const NETWORK =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN(REFUSED|RESET|ABORTED)|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/;

/**
 * SQLSTATEs that are the server's fault: 08 connection, 53 no room (disk, memory, connections), 57P it is stopping or starting, 58
 * its files, 28 and 3D000 it refuses access, 25006 it is read-only (a standby).
 */
const SERVER = /^(08...|53...|57P0.|58...|28...|3D000|25006)$/;

/** Whether an error means that Postgres itself is away, as opposed to a fault in a statement. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  return NETWORK.test(code) || SERVER.test(code);
}

/**
 * Whether Postgres could not finish a statement in time: it waited for a lock or ran too long, was cancelled, met a deadlock, or
 * the transaction was idle. The same statement may well succeed later.
 */
export function isDatabaseTimeout(error: unknown): boolean {
  return /^(57014|55P03|40P01|25P0[34]|STATEMENT_TIMEOUT)$/.test(errorCode(error));
}
