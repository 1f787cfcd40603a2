import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

/** Where a process sends its spans. */
export interface Tracing {
  isOn: boolean;
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

const OFF: Tracing = { isOn: false, stop: () => Promise.resolve() };

/**
 * Turns on traces when OTEL_EXPORTER_OTLP_ENDPOINT is set; without it their packages are not even loaded. Call it before the
 * process opens connections and queues. `process` is its name in the Procfile.
 */
export async function startTracing(config: Config, process: string, log: Log): Promise<Tracing> {
  if (config.tracesEndpoint === null) return OFF;
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(config, config.tracesEndpoint, process, log);
}
