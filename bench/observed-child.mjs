/**
 * Loaded into the processes of bench/observed.ts before their own code: turns metrics and traces off and on while the
 * process runs, as the parent says, and tells the processor time that the process has used, threads included.
 */
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { trace, INVALID_SPAN_CONTEXT } from '@opentelemetry/api';
import { TraceIdRatioBasedSampler, SamplingDecision } from '@opentelemetry/sdk-trace-node';
import { Counter, Gauge, Histogram } from 'prom-client';

/** @type {{ metrics: boolean, traces: 'off' | 'unrecorded' | 'recorded' }} */
let mode = { metrics: true, traces: 'off' };
/** Of the requests, by mode. */
const SHARES = { off: 'off', unrecorded: 0, recorded: 1 };
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Puts a condition before a method of a library. */
function onlyWhen(isOn, owner, method, otherwise = () => undefined) {
  const own = owner[method];
  owner[method] = function (...args) {
    return isOn() ? own.apply(this, args) : otherwise();
  };
}

const counts = () => mode.metrics;
onlyWhen(counts, Counter.prototype, 'inc');
for (const method of ['inc', 'dec', 'set']) onlyWhen(counts, Gauge.prototype, method);
// A histogram takes it as its `observe` when it is made.
onlyWhen(counts, Histogram.prototype, 'observeWithoutExemplar');

TraceIdRatioBasedSampler.prototype.shouldSample = () => ({
  decision:
    mode.traces === 'recorded' ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
});
let provider;
const setGlobalTracerProvider = trace.setGlobalTracerProvider.bind(trace);
trace.setGlobalTracerProvider = (real) => {
  provider = real;
  const getTracer = (...name) => {
    const tracer = real.getTracer(...name);
    onlyWhen(
      () => mode.traces !== 'off',
      tracer,
      'startSpan',
      () => NO_SPAN,
    );
    return tracer;
  };
  return setGlobalTracerProvider({ getTracer });
};

/**
 * Lets calls pass the instrumentation by while traces are off. Its own switch changes the module each time, and the turn after
 * it cost more: V8 presumably throws away what it compiled of the callers.
 */
let isPassable = false;
function letCallsPass() {
  isPassable = true;
  for (const method of ['request', 'get']) {
    const traced = http[method];
    const { __original: plain } = traced;
    http[method] = (...args) => (mode.traces === 'off' ? plain(...args) : traced(...args));
  }
}

// The module that the program itself uses.
const beside = pathToFileURL(
  path.resolve(process.argv[1], '../../shared/platform/tracing/active-span.js'),
);

process.on('message', async (asked) => {
  if (asked !== 'how much') {
    const { followRequests } = await import(beside.href);
    followRequests(SHARES[asked.traces]);
    if (!isPassable) letCallsPass();
    mode = asked;
  } else {
    // What a turn leaves to be done, it pays for: the export of its spans, and its garbage.
    await provider?.forceFlush();
    globalThis.gc?.({ type: 'minor' });
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ processorMs: (user + system) / 1000 });
});
