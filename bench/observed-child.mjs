/**
 * Loaded into the processes of bench/observed.ts before their own code: tells the parent the processor time that the
 * process has used, threads included. With METRICS=off it takes the counting out of the library of metrics.
 */
import { Counter, Gauge, Histogram } from 'prom-client';

if (process.env['METRICS'] === 'off') {
  const nothing = () => undefined;
  Object.assign(Counter.prototype, { inc: nothing });
  Object.assign(Gauge.prototype, { inc: nothing, dec: nothing, set: nothing });
  // A histogram takes one of the two as its `observe` when it is made.
  Object.assign(Histogram.prototype, {
    observeWithExemplar: nothing,
    observeWithoutExemplar: nothing,
  });
}
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
