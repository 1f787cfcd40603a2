import { urlOf } from '../check-address.ts';
import type { EnvReader } from '../env.ts';

/** How traces are sent, in OpenTelemetry’s terms. */
export const SENT_AS = 'http/json';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

/** Tracing: whether traces are recorded, which and where they go, and which header carries our request id to the provider. */
export const readTraces = (read: EnvReader) => ({
  /** OTEL_EXPORTER_OTLP_ENDPOINT: receiver of traces, OTLP over HTTP as JSON (/v1/traces is added); without it there are none. Default none. */
  tracesEndpoint: read.checkedUrl('OTEL_EXPORTER_OTLP_ENDPOINT', urlOf('http:', 'https:')),
  /** OTEL_EXPORTER_OTLP_PROTOCOL: traces are always sent as http/json; any other value logs a warning. Default http/json. */
  tracesProtocol: read.text('OTEL_EXPORTER_OTLP_PROTOCOL', SENT_AS),
  /** OTEL_TRACES_SAMPLER: which traces are recorded, in OpenTelemetry’s words. Default parentbased_traceidratio. */
  tracesSampler: read.oneOf(
    'OTEL_TRACES_SAMPLER',
    [...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}`)],
    'parentbased_traceidratio',
  ),
  /** OTEL_TRACES_SAMPLER_ARG: the share of them, from 0 to 1, where the sampler takes one. Default 0.05. */
  tracesRatio: read.ratio('OTEL_TRACES_SAMPLER_ARG', 0.05),
  /** PROVIDER_REQUEST_ID_HEADER: header that carries the id of our request to the provider; none: no header does. Default x-request-id. */
  providerRequestIdHeader: readRequestIdHeader(read),
});

function readRequestIdHeader(read: EnvReader): string | null {
  const name = read.text('PROVIDER_REQUEST_ID_HEADER', 'x-request-id').toLowerCase();
  if (!/^[a-z0-9-]+$/.test(name)) {
    read.fault('PROVIDER_REQUEST_ID_HEADER must be the name of a header, or none');
  }
  return name === 'none' ? null : name;
}
