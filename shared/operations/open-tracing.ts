import { createRequire } from 'node:module';
import type { RequestOptions } from 'node:http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import type { Sampler } from '@opentelemetry/sdk-trace-node';
import type { Config } from '../platform/config.ts';
import { traceQueues } from '../queue/queue-telemetry.ts';
import { outageOf } from '../platform/log-once.ts';
import type { Log } from '../platform/log.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { followRequests, isSampled } from '../platform/tracing/active-span.ts';
import { exportSafely } from '../platform/tracing/safe-exporter.ts';
import { traceContexts } from '../platform/tracing/trace-contexts.ts';

/** Where a process sends its spans. */
export interface Tracing {
  isOn: boolean;
  /** Sends what is left; takes at most two seconds. */
  stop(): Promise<void>;
}

const STOP_MS = 2000;
/** The provider's endpoints; account ids must not get into spans. */
const PROVIDER_CALL = /\/accounts(?:\/[^/?]+\/(balance|transactions|holdings))?(?=$|\?)/;

/** Only `start-tracing.ts` loads this. */
export async function openTracing(
  config: Config,
  endpoint: string,
  process: string,
  log: Log,
): Promise<Tracing> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
  });
  const share = shareOf(config);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `ledgerline-${process}` }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(config.tracesSampler, share),
    spanProcessors: [new BatchSpanProcessor(exportSafely(exporter, outageOf(log, 'traces')))],
  });
  provider.register({ contextManager: traceContexts });
  // Without a parent, each process decides by the trace's id, and all must come to the same decision.
  followRequests(isParentBased(config.tracesSampler) ? share : 'by sampler');
  instrumentHttp(provider);
  await traceQueues();
  return {
    isOn: true,
    stop: () =>
      withTimeout(provider.shutdown(), STOP_MS, 'the traces’ receiver is slow').catch(
        () => undefined,
      ),
  };
}

const isParentBased = (sampler: string): boolean => sampler.startsWith('parentbased_');

/** The share of the traces that is recorded, from 0 to 1. */
function shareOf({ tracesSampler, tracesRatio }: Config): number {
  if (tracesSampler.endsWith('always_on')) return 1;
  return tracesSampler.endsWith('always_off') ? 0 : tracesRatio;
}

function samplerOf(name: string, share: number): Sampler {
  const root = new TraceIdRatioBasedSampler(share);
  if (!isParentBased(name)) return root;
  const unlessDecided: Sampler = {
    shouldSample: (context, traceId) =>
      isSampled(context)
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : root.shouldSample(context, traceId),
    toString: () => root.toString(),
  };
  return new ParentBasedSampler({ root: unlessDecided });
}

/** Traces requests to the provider: got uses node:http. Incoming requests have our own spans (`beginRequestSpan`). */
function instrumentHttp(provider: NodeTracerProvider): void {
  const instrumentation = new HttpInstrumentation({
    disableIncomingRequestInstrumentation: true,
    requireParentforOutgoingSpans: true,
    startOutgoingSpanHook: ({ path }: RequestOptions) => templateOf(path ?? ''),
  });
  instrumentation.setTracerProvider(provider);
  // It patches the two modules in place when they are required; `import` returns the same objects, so ES modules need no loader
  // hook.
  const require = createRequire(import.meta.url);
  require('node:http');
  require('node:https');
}

function templateOf(path: string): Record<string, string> {
  const found = PROVIDER_CALL.exec(path);
  if (found === null) return {};
  return { 'url.template': found[1] === undefined ? '/accounts' : `/accounts/{id}/${found[1]}` };
}
