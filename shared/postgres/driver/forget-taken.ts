import type { DriverConnection, DriverStatement } from './driver-statement.ts';

const FORGET_EVERY = 1000;

/**
 * Makes what each statement of a pool passes before it is sent: every thousandth empties the queue that its connection comes from, and
 * fills it again. The driver keeps a gap in it for each connection that was taken, through which each statement looks, until none is left
 * in it. Where a connection is always idle that never happens: a statement took 28 µs more after 100,000 of them.
 */
export function createForgetting(): (statement: DriverStatement) => void {
  let sent = 0;
  return ({ options }) => {
    sent += 1;
    if (sent % FORGET_EVERY === 0) options.onexecute = forgetTaken;
  };
}

function forgetTaken({ queue }: DriverConnection): true {
  const left = Array.from({ length: queue.length }, () => queue.shift());
  for (const connection of left) queue.push(connection);
  return true;
}
