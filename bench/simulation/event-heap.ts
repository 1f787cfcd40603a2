/** Events by time: numbers only, so that millions of them cost little. */
export interface EventHeap {
  readonly size: number;
  push(at: number, event: number): void;
  /** When the next one is; Infinity: there is none. */
  nextAt(): number;
  /** Takes the next one; only while there is one. */
  pop(): number;
}

export function createEventHeap(): EventHeap {
  let times = new Float64Array(1024);
  let events = new Float64Array(1024);
  let size = 0;
  const timeOf = (index: number): number => times[index] ?? Infinity;
  const put = (index: number, at: number, event: number): void => {
    times[index] = at;
    events[index] = event;
  };
  const grow = (): void => {
    const [olderTimes, olderEvents] = [times, events];
    times = new Float64Array(size * 2);
    events = new Float64Array(size * 2);
    times.set(olderTimes);
    events.set(olderEvents);
  };
  /** Lets the last event sink from the top to its place. */
  const sink = (at: number, event: number): void => {
    let index = 0;
    for (let child = 1; child < size; child = 2 * index + 1) {
      if (child + 1 < size && timeOf(child + 1) < timeOf(child)) child += 1;
      if (timeOf(child) >= at) break;
      put(index, timeOf(child), events[child] ?? 0);
      index = child;
    }
    put(index, at, event);
  };
  return {
    get size() {
      return size;
    },
    push(at, event) {
      if (size === times.length) grow();
      let index = size;
      size += 1;
      for (let parent; index > 0; index = parent) {
        parent = (index - 1) >> 1;
        if (timeOf(parent) <= at) break;
        put(index, timeOf(parent), events[parent] ?? 0);
      }
      put(index, at, event);
    },
    nextAt: () => (size === 0 ? Infinity : timeOf(0)),
    pop() {
      const event = events[0] ?? 0;
      size -= 1;
      if (size > 0) sink(timeOf(size), events[size] ?? 0);
      return event;
    },
  };
}
