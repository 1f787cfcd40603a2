import type { DriverConnection, DriverStatement } from './driver-statement.ts';

const FORGET_EVERY = 1000;

/**
 * Returns a hook that each statement of a pool passes before it is sent. Every thousandth statement empties and refills the queue
 * that its connection comes from. The driver leaves a gap in it for each connection taken, and each statement scans the gaps until
 * the queue has run empty. If a connection is always idle that never happens: a statement took 28 µs more after 100,000 of them.
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
