/** About how long a person's edit may have to wait for a row that is being written, plus a commit. */
const TARGET_MS = 60;
const ROWS_MIN = 50;
const ROWS_FIRST = 100;
/** Larger batches do not make a row any cheaper. */
const ROWS_MAX = 800;

/**
 * How many rows one transaction of a run writes: as many as fit into a fixed time, so that a person's edit waits no longer on a
 * busy machine than on an idle one.
 */
export class WritePace {
  #rows = ROWS_FIRST;

  get rows(): number {
    return this.#rows;
  }

  /** Learns from a statement that wrote `rows` in `ms`. Grows by half at a time, shrinks at once. */
  wrote(rows: number, ms: number): void {
    if (rows === 0) return;
    const fitting = Math.floor((rows * TARGET_MS) / Math.max(ms, 1));
    this.#rows = Math.max(ROWS_MIN, Math.min(ROWS_MAX, fitting, Math.ceil(this.#rows * 1.5)));
  }
}
