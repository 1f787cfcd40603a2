import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Tracing } from './open-tracing.ts';
import { SENT_AS } from '../platform/tracing/trace-settings.ts';

const OFF: Tracing = { isOn: false, stop: () => Promise.resolve() };

/**
 * Turns on traces if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise their packages are not even loaded. Call it before the process
 * opens connections and queues. `process` is its name in the Procfile.
 */
export async function startTracing(config: Config, process: string, log: Log): Promise<Tracing> {
  if (config.tracesEndpoint === null) return OFF;
  if (config.tracesProtocol !== SENT_AS) {
    log.warn(`OTEL_EXPORTER_OTLP_PROTOCOL is ignored: traces are sent as ${SENT_AS}`);
  }
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(config, config.tracesEndpoint, process, log);
}
