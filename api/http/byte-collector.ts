/** Collects bytes in one buffer of its own, which can be handed to a thread. */
interface ByteCollector {
  add(chunk: Uint8Array): void;
  /** Everything so far; the collector is empty afterwards. */
  take(): Uint8Array;
}

/** Until more has come, a collector holds this much. Bytes. */
const FIRST_BYTES = 16 * 1024;

/**
 * A new collector. Bytes are copied as they come: joining ten megabytes at the end would hold the event loop for
 * longer than any single chunk does. Memory doubles with what came, never with what was promised: `expected`, the
 * client's word, only keeps the last step from going too far, as `max` does, the most that may come.
 */
export function createByteCollector(expected: number, max: number): ByteCollector {
  let bytes = Buffer.alloc(0);
  let size = 0;
  return {
    add(chunk) {
      const needed = size + chunk.byteLength;
      if (needed > bytes.byteLength) {
        const room = Math.max(FIRST_BYTES, bytes.byteLength * 2);
        const enough = needed <= expected ? Math.min(expected, max) : max;
        const grown = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(room, enough)));
        bytes.copy(grown, 0, 0, size);
        bytes = grown;
      }
      bytes.set(chunk, size);
      size = needed;
    },
    take() {
      const taken = new Uint8Array(bytes.buffer, bytes.byteOffset, size);
      bytes = Buffer.alloc(0);
      size = 0;
      return taken;
    },
  };
}
