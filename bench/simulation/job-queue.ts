/** Jobs by priority, first in, first out among equals; each job is a number below `count` and is in it once at most. */
export interface JobQueue {
  readonly size: number;
  push(job: number, priority: number): void;
  /** The job whose turn is next; -1: there is none. */
  pop(): number;
}

/** Priorities lie close together: a list for each. */
export function createJobQueue(count: number): JobQueue {
  const after = new Int32Array(count).fill(-1);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  let lowest = Infinity;
  let size = 0;
  const seek = (): void => {
    if (size === 0) lowest = Infinity;
    else while (!first.has(lowest)) lowest += 1;
  };
  return {
    get size() {
      return size;
    },
    push(job, priority) {
      const end = last.get(priority);
      after[job] = -1;
      if (end === undefined) first.set(priority, job);
      else after[end] = job;
      last.set(priority, job);
      size += 1;
      lowest = Math.min(lowest, priority);
    },
    pop() {
      const job = first.get(lowest) ?? -1;
      if (job < 0) return job;
      const next = after[job] ?? -1;
      if (next < 0) {
        first.delete(lowest);
        last.delete(lowest);
      } else first.set(lowest, next);
      size -= 1;
      seek();
      return job;
    },
  };
}
