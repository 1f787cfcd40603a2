import type { Config } from '../../platform/config.ts';
import type { AddressRules } from './addresses.ts';

/** How to talk to the provider. The settings fit any provider that has the four calls. */
export type ProviderSettings = {
  /** Without a trailing slash. */
  baseUrl: string;
  keyHeader: string;
  /** Carries the id of the request that a call belongs to; null: no header does. */
  requestIdHeader: string | null;
  names: { from: string; to: string; includePending: string; cursor: string; page: string };
  addresses: AddressRules;
  connectTimeoutMs: number;
  requestTimeoutMs: number;
  maxBodyBytes: number;
  /** Requests per minute and credential; 0: unlimited on our side. */
  perMinute: number;
  /** Requests per minute for all credentials together; 0: unlimited. */
  totalPerMinute: number;
  debugRaw: boolean;
};

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/**
 * The provider settings of this installation. Outside production a loopback base URL (the sandbox) needs no
 * permission; in production PROVIDER_ALLOW_LOCAL must allow it.
 */
export function providerSettings(config: Config): ProviderSettings {
  const base = new URL(config.providerBaseUrl);
  const ownPermission = !config.production && isLoopback(base.hostname);
  return {
    baseUrl: config.providerBaseUrl.replace(/(?<!\/)\/+$/, ''),
    keyHeader: config.providerKeyHeader,
    requestIdHeader: config.providerRequestIdHeader,
    names: config.providerQueryNames,
    addresses: {
      allowedHosts: [base.host, ...config.providerAllowedHosts],
      allowLocal: config.providerAllowLocal || ownPermission,
    },
    connectTimeoutMs: Math.min(10_000, config.providerTimeoutMs),
    requestTimeoutMs: config.providerTimeoutMs,
    maxBodyBytes: 10 * 1024 * 1024,
    perMinute: config.providerRatePerMinute,
    totalPerMinute: config.providerTotalRatePerMinute,
    debugRaw: config.providerDebugRaw,
  };
}

/** The host of all connections of this installation, as named in metrics, limits and holds. */
export function providerHost({ providerBaseUrl }: Pick<Config, 'providerBaseUrl'>): string {
  return new URL(providerBaseUrl).host;
}
