const PROGRAM = `setInterval(() => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write('live ' + heapUsed + ' ' + (heapUsed + external) + '\\n');
}, 250).unref()`;

/**
 * Options of Node with which a process writes every 250 ms how much memory is in use after a full collection: the heap, and the heap
 * with buffers, in bytes.
 */
export const HEAP_WATCH = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(PROGRAM)}`,
];
