/**
 * This folder holds what `npm start` does besides starting PostgreSQL: options.ts and secrets.ts (its input), build.ts,
 * supervise.ts and output.ts (the processes), demo.ts and first-sync.ts (the data), ready.ts (what the user is shown),
 * run-lock.ts (once per directory).
 */
import { join, resolve } from 'node:path';

export type StartOptions = ReturnType<typeof readStartOptions>;

export const START_USAGE = `Usage: npm start [-- --fresh] [-- --verbose]

  --fresh     starts over: deletes the data of earlier starts in .data/
  --verbose   shows the log of every process here, and not in .data/start.log

Environment: PORT, DATA_DIR, DATABASE_URL, REDIS_URL, PROVIDER_BASE_URL, and every setting of
.env.example, which the processes inherit.`;

const defaultPorts = { api: 3000, provider: 4010, postgres: 54320 };

function text(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function preferredApiPort(env: NodeJS.ProcessEnv): number {
  const value = text(env, 'PORT');
  if (value === null) return defaultPorts.api;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is "${value}" and should be a number from 1 to 65535.`);
}

/** Reads the environment, in addition to the command line. Throws when it makes no sense. */
export function readStartOptions(
  { fresh, verbose }: { fresh: boolean; verbose: boolean },
  env: NodeJS.ProcessEnv,
  root: string,
) {
  return {
    root,
    dataDir: resolve(root, text(env, 'DATA_DIR') ?? join(root, '.data')),
    /** Start over: removes the data of earlier starts. */
    fresh,
    /** Show the log in the terminal. */
    verbose,
    /** A PostgreSQL of the user's own; null: the embedded one. */
    databaseUrl: text(env, 'DATABASE_URL'),
    redisUrl: text(env, 'REDIS_URL'),
    /** A provider of the user's own; null: the sandbox provider. */
    providerBaseUrl: text(env, 'PROVIDER_BASE_URL'),
    /** Ports to try first. */
    ports: { ...defaultPorts, api: preferredApiPort(env) },
    /** The user chose the API's port: it must be this one. */
    isPortFixed: text(env, 'PORT') !== null,
  };
}
