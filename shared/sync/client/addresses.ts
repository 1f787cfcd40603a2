import { isIP } from 'node:net';
import { isPublicAddress, lookupOnly } from '../../platform/public-address.ts';

/** The addresses that the client may connect to. */
export type AddressRules = {
  /** The host or host:port in lower case, as in URL.host. The key is never sent to any other. */
  allowedHosts: readonly string[];
  /** Allows plain http and addresses outside the public internet. */
  allowLocal: boolean;
};

/** Whether a request with the key may go to this URL. Names are checked again when connecting, by address. */
export function isAllowedUrl(url: URL, rules: AddressRules): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (!rules.allowedHosts.includes(url.host)) return false;
  if (rules.allowLocal) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host);
}

/** A resolver that refuses names with private addresses. */
export const guardedLookup = lookupOnly(isPublicAddress);
