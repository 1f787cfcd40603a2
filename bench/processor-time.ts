import { readdirSync, readFileSync } from 'node:fs';
import { median } from './percentile.ts';

/** Clock ticks of Linux are hundredths of a second. */
const TICK_MS = 10;

/**
 * Processor time of this process and of all that it began, Postgres included, in milliseconds: what other work on the
 * machine does not change.
 */
function processorMs(): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // The name in parentheses may hold blanks.
        const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/, 2);
        const fields = rest.split(' ').map(Number);
        const [parent = 0] = fields.slice(1);
        // User and system time, its own and that of children that have ended.
        return [{ pid: Number(pid), parent, ticks: fields.slice(11, 15).reduce((a, b) => a + b) }];
      } catch {
        return [];
      }
    });
  const ours = new Set([process.pid]);
  let ticks = 0;
  for (let before = 0; before !== ours.size;) {
    before = ours.size;
    for (const { pid, parent } of stats) if (ours.has(parent)) ours.add(pid);
  }
  for (const stat of stats) if (ours.has(stat.pid)) ticks += stat.ticks;
  return ticks * TICK_MS;
}

/** What something takes, in milliseconds. */
export interface Cost {
  wall: number;
  processor: number;
}

/** Begins to measure; the answer says what it took until then. */
export function startCost(): () => Cost {
  const [wall, processor] = [performance.now(), processorMs()];
  return () => ({ wall: performance.now() - wall, processor: processorMs() - processor });
}

/** The medians of both. */
export function medianCost(costs: readonly Cost[]): Cost {
  return {
    wall: median(costs.map(({ wall }) => wall)),
    processor: median(costs.map(({ processor }) => processor)),
  };
}
