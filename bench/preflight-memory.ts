/**
 * One measurement in its own process, started by bench/preflight.ts: the resident memory in
 * bytes that one preflight of a file adds at its peak. A second thread samples it, because the
 * preflight holds this one.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { preflightCsv } from '#preflight/rows/judge-content';

const SAMPLER = `
const { workerData } = require('node:worker_threads');
const peak = new Float64Array(workerData);
setInterval(() => { peak[0] = Math.max(peak[0], process.memoryUsage.rss()); }, 1);
`;

const content = readFileSync(process.argv[2] ?? '');
// The code is loaded and compiled before the measurement, as in a thread that is kept.
preflightCsv(content.subarray(0, 4096), 'TransactionImport', {}, new Date());
const peak = new SharedArrayBuffer(8);
const sampler = new Worker(SAMPLER, { eval: true, workerData: peak });
sampler.once('online', () => {
  setTimeout(() => {
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    new Float64Array(peak)[0] = idle;
    preflightCsv(content, 'TransactionImport', {}, new Date());
    console.log(Math.max(new Float64Array(peak)[0] ?? 0, process.memoryUsage.rss()) - idle);
    void sampler.terminate();
  }, 200);
});
