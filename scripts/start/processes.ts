import { join } from 'node:path';
import { loadConfig } from '../../shared/platform/config.ts';
import { nextPort } from '../ports.ts';
import { newSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';
import type { StartOptions } from './options.ts';
import type { ChildSpec, Supervisor } from './supervise.ts';

/** A child process, and the path where it says that it is healthy. */
export interface ProcessPlan extends ChildSpec {
  healthPath: string;
}

export interface Addresses {
  databaseUrl: string;
  providerUrl: string;
}

/** The key of the sandbox provider's demo user. */
export const sandboxKey = 'sandbox-demo-key';

/** Requests per minute: lets two years of demo data through without the wait that a real provider imposes. */
const sandboxRate = '600';

/** The environment of every process: what the user set, then what this start decides. */
function environment(
  options: StartOptions,
  secrets: Secrets,
  addresses: Addresses,
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    CREDENTIALS_KEYS: secrets.credentialsKeys,
    ADMIN_PASSWORD: secrets.adminPassword,
    // The sandbox shows pending transactions, because the demo exists to be looked at.
    ...(options.providerBaseUrl === null
      ? {
          PROVIDER_INCLUDE_PENDING: 'true',
          PROVIDER_RATE_PER_MINUTE: sandboxRate,
          // A wait between two syncs would protect no one here.
          SYNC_COOLDOWN_SECONDS: '0',
        }
      : {}),
    ...process.env,
    DATABASE_URL: addresses.databaseUrl,
    PROVIDER_BASE_URL: addresses.providerUrl,
    HOST: '127.0.0.1',
    WORKER_HOST: '127.0.0.1',
    // Any free port: only this command asks it.
    WORKER_PORT: '0',
    // Webhook receivers in development run here, too.
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  };
  if (options.redisUrl !== null) env['REDIS_URL'] = options.redisUrl;
  return env;
}

/** Throws SettingsError, in one line and before anything is built or started, if the processes would refuse their settings. */
export function checkSettings(options: StartOptions): void {
  const addresses = {
    databaseUrl: options.databaseUrl ?? 'postgres://127.0.0.1/ledgerline',
    providerUrl: options.providerBaseUrl ?? 'http://127.0.0.1',
  };
  loadConfig(environment(options, newSecrets(), addresses));
}

const program = (options: StartOptions, path: string): string[] => [
  '--enable-source-maps',
  join(options.root, 'dist', path),
];

/** The sandbox provider on this port. */
export function planSandbox(options: StartOptions, port: number): ChildSpec {
  const flags = ['--port', String(port), '--limit', sandboxRate];
  return {
    name: 'sandbox-provider',
    args: [...program(options, 'sandbox-provider/main.js'), ...flags],
    env: process.env,
  };
}

/** The API on this port. */
export function planWeb(
  options: StartOptions,
  secrets: Secrets,
  addresses: Addresses,
  port: number,
): ProcessPlan {
  return {
    name: 'web',
    args: program(options, 'api/main.js'),
    env: { ...environment(options, secrets, addresses), PORT: String(port) },
    healthPath: '/readyz',
  };
}

/** The other processes of the Procfile. */
export function planWorkers(
  options: StartOptions,
  secrets: Secrets,
  addresses: Addresses,
): ProcessPlan[] {
  const env = environment(options, secrets, addresses);
  return [
    ['worker-sync', 'workers/sync.js'] as const,
    ['worker-imports', 'workers/imports.js'] as const,
    ['worker-rules', 'workers/rules.js'] as const,
    ['worker-delivery', 'workers/delivery.js'] as const,
    ['scheduler', 'workers/scheduler.js'] as const,
  ].map(([name, path]) => ({ name, args: program(options, path), env, healthPath: '/healthz' }));
}

/**
 * Starts a child on `port` or, unless it must be that one, on the next port that the child can bind. Returns its
 * address. A port that looks free may be taken by another start before the child binds it.
 */
export async function startOnPort(
  supervisor: Supervisor,
  plan: (port: number) => ChildSpec,
  wanted: { port: number; isFixed: boolean },
  signal: AbortSignal,
): Promise<string> {
  for (let port = wanted.port; ; port += 1) {
    if (!wanted.isFixed) port = await nextPort(port);
    const bound = await supervisor.startListening(plan(port), signal);
    if (bound !== 'taken') return `http://127.0.0.1:${bound}`;
    if (wanted.isFixed) throw portTaken(port);
  }
}

/** The message for a user who asked for a port that another program uses. */
export function portTaken(port: number): Error {
  return new Error(
    `Port ${port} is taken by another program. Stop that one, or choose another with PORT; ` +
      'without PORT a free one is found.',
  );
}
