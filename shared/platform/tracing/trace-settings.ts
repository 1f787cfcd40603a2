import type { EnvReader } from '../env.ts';

/** How work is followed: whether traces are recorded, which, and where they go; what the provider is told. */
export interface TraceSettings {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: receiver of traces, OTLP over HTTP as JSON (/v1/traces is added); without it there are none. Default none. */
  tracesEndpoint: string | null;
  /** OTEL_EXPORTER_OTLP_PROTOCOL: traces are sent as http/json whatever it names; anything else is warned of. Default http/json. */
  tracesProtocol: string;
  /** OTEL_TRACES_SAMPLER: which traces are recorded, in OpenTelemetry’s words. Default parentbased_traceidratio. */
  tracesSampler: string;
  /** OTEL_TRACES_SAMPLER_ARG: the share of them, from 0 to 1, where the sampler takes one. Default 0.05. */
  tracesRatio: number;
  /** PROVIDER_REQUEST_ID_HEADER: header that tells the provider the id of our request; none: it is not told. Default x-request-id. */
  providerRequestIdHeader: string | null;
}

/** How traces are sent, in OpenTelemetry’s words. */
export const SENT_AS = 'http/json';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

/** Reads them; a bad one is a fault that keeps the process from starting. */
export const readTraces = (read: EnvReader): TraceSettings => ({
  tracesEndpoint: read.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
  tracesProtocol: read.text('OTEL_EXPORTER_OTLP_PROTOCOL', SENT_AS),
  tracesSampler: read.oneOf(
    'OTEL_TRACES_SAMPLER',
    [...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}`)],
    'parentbased_traceidratio',
  ),
  tracesRatio: read.ratio('OTEL_TRACES_SAMPLER_ARG', 0.05),
  providerRequestIdHeader: readRequestIdHeader(read),
});

function readRequestIdHeader(read: EnvReader): string | null {
  const name = read.text('PROVIDER_REQUEST_ID_HEADER', 'x-request-id').toLowerCase();
  if (!/^[a-z0-9-]+$/.test(name)) {
    read.fault('PROVIDER_REQUEST_ID_HEADER must be the name of a header, or none');
  }
  return name === 'none' ? null : name;
}
