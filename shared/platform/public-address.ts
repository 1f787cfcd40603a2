import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Reads an address in the notation of a URL or a resolver; null for a name. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/^\[|\]$/g, '');
  // Only accepts the form that every program reads the same way: no octal or shortened IPv4 addresses.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.parse(bare);
}

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet. IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo) are not:
 * no public server has one, and the embedded address may be private.
 */
export function isPublicAddress(address: string): boolean {
  const read = readAddress(address);
  if (read === null || read.range() !== 'unicast') return false;
  return read.kind() === 'ipv4' || read.match(GLOBAL_IPV6);
}

/** Whether an IP address is this machine's own loopback. */
export function isLoopbackAddress(address: string): boolean {
  return readAddress(address)?.range() === 'loopback';
}

type LookupCallback = Parameters<LookupFunction>[2];

const resolveBySystem = (hostname: string, found: LookupCallback): void => {
  systemLookup(hostname, { all: true }, found);
};

/**
 * A lookup that refuses a name if any of its addresses is not allowed. The socket connects to the addresses that were checked, so
 * the name cannot be re-pointed in between.
 */
export function lookupOnly(
  isAllowed: (address: string) => boolean,
  resolve: (hostname: string, found: LookupCallback) => void = resolveBySystem,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, found) => {
      const addresses = typeof found === 'string' ? [] : found;
      const [first] = addresses;
      if (error !== null) callback(error, []);
      else if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
        const refused = Object.assign(new Error('address not allowed'), { code: ADDRESS_REFUSED });
        callback(refused, []);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The `code` of the error when a lookup refuses. */
export const ADDRESS_REFUSED = 'EPRIVATEADDRESS';
