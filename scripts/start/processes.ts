import { join } from 'node:path';
import { freePort, nextFreePort } from '../ports.ts';
import type { Secrets } from './secrets.ts';
import type { StartOptions } from './options.ts';
import type { ChildSpec } from './supervise.ts';

/** A child process and where it says that it is well. */
export interface ProcessPlan extends ChildSpec {
  healthUrl: string;
}

export interface Addresses {
  databaseUrl: string;
  providerUrl: string;
  baseUrl: string;
  apiPort: number;
  providerPort: number;
}

/** The key of the sandbox provider's demo user. */
export const sandboxKey = 'sandbox-demo-key';

/** Requests per minute: two years of demo data without the wait that a real provider imposes. */
const sandboxRate = '600';

/**
 * Where everything listens: the preferred ports, or the next ones that are free now. To be called
 * right before the processes start, so that nobody else takes them meanwhile.
 */
export async function pickAddresses(
  options: StartOptions,
  databaseUrl: string,
): Promise<Addresses> {
  const apiPort = await nextFreePort(options.ports.api, new Set());
  const providerPort = await nextFreePort(options.ports.provider, new Set([apiPort]));
  return {
    databaseUrl,
    apiPort,
    providerPort,
    providerUrl: options.providerBaseUrl ?? `http://127.0.0.1:${providerPort}/api/v1`,
    baseUrl: `http://127.0.0.1:${apiPort}`,
  };
}

/** The environment of every process: what the person set, then what this start decides. */
function environment(
  options: StartOptions,
  secrets: Secrets,
  addresses: Addresses,
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    CREDENTIALS_KEYS: secrets.credentialsKeys,
    ADMIN_PASSWORD: secrets.adminPassword,
    // The sandbox shows pending transactions, and the demo is there to be looked at.
    ...(options.providerBaseUrl === null
      ? { PROVIDER_INCLUDE_PENDING: 'true', PROVIDER_RATE_PER_MINUTE: sandboxRate }
      : {}),
    ...process.env,
    DATABASE_URL: addresses.databaseUrl,
    PROVIDER_BASE_URL: addresses.providerUrl,
    HOST: '127.0.0.1',
    PORT: String(addresses.apiPort),
  };
  if (options.redisUrl !== null) env['REDIS_URL'] = options.redisUrl;
  return env;
}

/** Every process of the Procfile, and the sandbox provider unless there is a real one. */
export async function planProcesses(
  options: StartOptions,
  secrets: Secrets,
  addresses: Addresses,
): Promise<ProcessPlan[]> {
  const env = environment(options, secrets, addresses);
  const program = (path: string) => ['--enable-source-maps', join(options.root, 'dist', path)];
  const plans: ProcessPlan[] = [];
  if (options.providerBaseUrl === null) {
    const port = String(addresses.providerPort);
    plans.push({
      name: 'sandbox-provider',
      args: [
        ...program('sandbox-provider/main.js'),
        '--port',
        port,
        '--key',
        sandboxKey,
        '--limit',
        sandboxRate,
      ],
      env,
      healthUrl: addresses.providerUrl,
    });
  }
  plans.push({
    name: 'web',
    args: program('api/main.js'),
    env,
    healthUrl: `${addresses.baseUrl}/readyz`,
  });
  const workers = [
    ['worker-sync', 'workers/sync.js'],
    ['worker-imports', 'workers/imports.js'],
    ['worker-rules', 'workers/rules.js'],
    ['scheduler', 'workers/scheduler.js'],
  ] as const;
  for (const [name, path] of workers) {
    const port = await freePort();
    plans.push({
      name,
      args: program(path),
      env: { ...env, WORKER_HOST: '127.0.0.1', WORKER_PORT: String(port) },
      healthUrl: `http://127.0.0.1:${port}/healthz`,
    });
  }
  return plans;
}
