/** When connections are due: a list for each round of the scheduler. */
export interface Calendar {
  add(connection: number, at: number): void;
  /** Takes connections whose time has come, those of the earliest round first. */
  take(now: number, limit: number): number[];
  /** How many become due in a time. */
  count(from: number, until: number): number;
}

/** How many rounds lie ahead at most: a connection is due within 30 hours. */
export function createCalendar(connections: number, lengthMs: number, roundMs: number): Calendar {
  const after = new Int32Array(connections).fill(-1);
  const rounds = Math.ceil(lengthMs / roundMs) + 1;
  const first = new Int32Array(rounds).fill(-1);
  const counts = new Int32Array(rounds);
  let earliest = 0;
  return {
    add(connection, at) {
      // What is due after the end of the simulation never comes.
      const round = Math.max(earliest, Math.floor(at / roundMs));
      if (round >= rounds) return;
      after[connection] = first[round] ?? -1;
      first[round] = connection;
      counts[round] = (counts[round] ?? 0) + 1;
    },
    take(now, limit) {
      const taken: number[] = [];
      // Of a round that is over, all are due.
      while (taken.length < limit && earliest < rounds && (earliest + 1) * roundMs <= now) {
        const connection = first[earliest] ?? -1;
        if (connection >= 0) {
          first[earliest] = after[connection] ?? -1;
          counts[earliest] = (counts[earliest] ?? 0) - 1;
          taken.push(connection);
        } else earliest += 1;
      }
      return taken;
    },
    count(from, until) {
      let count = 0;
      for (let round = Math.floor(from / roundMs); round < until / roundMs; round += 1) {
        count += counts[round] ?? 0;
      }
      return count;
    },
  };
}
