import { isIP } from 'node:net';
import type { KeyRing } from './crypto.ts';

/** Typed reads of environment variables that collect faults instead of stopping at the first. */
export type EnvReader = ReturnType<typeof createEnvReader>;

/** Invalid settings; the message names each. */
export class SettingsError extends Error {}

/** The exit code of a process with wrong settings: restarting it does not help (EX_CONFIG in sysexits.h). */
export const SETTINGS_EXIT_CODE = 78;

/**
 * A reader over one environment. Faults only quote what holds no secret: numbers, choices and the scheme of a URL, whose rest may
 * contain a password.
 */
export function createEnvReader(env: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const raw = (name: string): string => (env[name] ?? '').trim();

  return {
    text: (name: string, fallback: string) => raw(name) || fallback,
    optionalText: (name: string) => raw(name) || null,
    integer(name: string, fallback: number, [min, max]: readonly [min: number, max: number]) {
      const value = raw(name);
      if (value === '') return fallback;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      faults.push(`${has(name, value)} must be a whole number from ${min} to ${max}`);
      return fallback;
    },
    /** A decimal from 0 to 1. */
    ratio(name: string, fallback: number) {
      const value = raw(name) || String(fallback);
      const number = /^[\d.]+$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= 0 && number <= 1))
        faults.push(`${has(name, value)} must be a number from 0 to 1`);
      return number;
    },
    /** A positive integer; anything else yields the default, as in the reference application. */
    positiveOrDefault(name: string, fallback: number) {
      const value = raw(name);
      const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
      return number > 0 ? number : fallback;
    },
    /** True for true, 1 or yes; false for false, 0, no or blank. Ignores letter case. */
    flag: (name: string) => readFlag(name, raw(name), faults),
    oneOf(name: string, allowed: readonly string[], fallback: string) {
      const value = raw(name) || fallback;
      if (!allowed.includes(value)) {
        faults.push(`${has(name, value)} must be one of ${allowed.join(', ')}`);
      }
      return value;
    },
    /** A URL that `check` accepts. `check` throws a message that continues after the name and quotes nothing. */
    checkedUrl(name: string, check: (value: string) => unknown) {
      const value = raw(name) || null;
      try {
        if (value !== null) check(value);
      } catch (error) {
        faults.push(`${name} ${describeUrl(value ?? '')} and ${(error as Error).message}`);
      }
      return value;
    },
    keyRing(name: string) {
      const value = raw(name);
      if (value === '') return null;
      const ring = parseKeyRing(value);
      if (ring === null) {
        faults.push(`${name} must be id:key pairs, each key 32 bytes in base64`);
      }
      return ring;
    },
    /** How many reverse proxies are in front, or their addresses and subnets; 0 if blank. */
    proxies: (name: string) => readProxies(name, raw(name), faults),
    fault: (message: string) => faults.push(message),
    throwFaults() {
      if (faults.length > 0) throw new SettingsError(`Configuration: ${faults.join('; ')}.`);
    },
  };
}

const QUOTED_CHARS_MAX = 40;

/** The start of a fault message that shows the setting's value. */
function has(name: string, value: string): string {
  const cut = value.length > QUOTED_CHARS_MAX ? `${value.slice(0, QUOTED_CHARS_MAX)}…` : value;
  return `${name} is "${cut}" and`;
}

function describeUrl(value: string): string {
  const scheme = /^[a-z][a-z\d+.-]{0,20}:(?=\/\/)/i.exec(value)?.[0];
  return scheme === undefined ? 'is not a URL' : `begins with "${scheme}"`;
}

function readFlag(name: string, value: string, faults: string[]): boolean {
  const text = value.toLowerCase();
  if (['true', '1', 'yes'].includes(text)) return true;
  if (!['false', '0', 'no', ''].includes(text)) {
    faults.push(`${has(name, value)} must be true or false`);
  }
  return false;
}

function readProxies(name: string, value: string, faults: string[]): number | string[] {
  if (/^\d{0,2}$/.test(value)) return Number(value);
  const proxies = value.split(',').map((proxy) => proxy.trim());
  if (!proxies.every(isProxy)) {
    faults.push(`${has(name, value)} must be a number of proxies, or their addresses and subnets`);
  }
  return proxies;
}

/** Comma-separated `id:key` pairs, the current one first; null if one is malformed. */
function parseKeyRing(text: string): KeyRing | null {
  const keys = text.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':');
    return { id, key: Buffer.from(encoded, 'base64') };
  });
  const [current] = keys;
  const isFine = keys.every(({ id, key }) => id !== '' && key.length === 32);
  if (current === undefined || !isFine) return null;
  return { current, all: new Map(keys.map(({ id, key }) => [id, key])) };
}

/** In a form that Express accepts: a name for private addresses, an address, or a subnet in CIDR notation. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
