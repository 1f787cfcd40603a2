/** Memory grows by at least this much. Bytes. */
const STEP_BYTES = 256 * 1024;

/**
 * Collects at most `max` bytes in one buffer, which can be transferred to a thread. Bytes are copied as they arrive:
 * joining ten megabytes at the end would block the event loop for longer than any single chunk does. `expected`, which
 * the client claims, only reserves addresses; memory grows in place as bytes arrive, so that no smaller buffers are left
 * behind as garbage.
 */
export function createByteCollector(expected: number, max: number) {
  let size = 0;
  const reserve = (room: number) => new ArrayBuffer(0, { maxByteLength: Math.min(room, max) });
  let memory = reserve(expected);

  function grow(needed: number): void {
    if (needed > memory.maxByteLength) {
      const larger = reserve(Math.max(needed, max));
      larger.resize(size);
      new Uint8Array(larger).set(new Uint8Array(memory, 0, size));
      memory.resize(0);
      memory = larger;
    }
    memory.resize(Math.min(memory.maxByteLength, Math.max(needed, memory.byteLength + STEP_BYTES)));
  }

  return {
    add(chunk: Uint8Array): void {
      const needed = size + chunk.byteLength;
      if (needed > memory.byteLength) grow(needed);
      new Uint8Array(memory).set(chunk, size);
      size = needed;
    },
    /** Returns everything collected so far and empties the collector. */
    take(): Uint8Array<ArrayBuffer> {
      memory.resize(size);
      const taken = new Uint8Array(memory, 0, size);
      memory = reserve(0);
      size = 0;
      return taken;
    },
    /** Discards everything and returns how many bytes that was. Frees the memory at once, without waiting for the collector. */
    discard(): number {
      const discarded = size;
      memory.resize(0);
      size = 0;
      return discarded;
    },
  };
}
