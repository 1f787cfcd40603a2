import { cleanText, foldText } from '#preflight/clean-text';
import type { ProviderAccount } from '../client/types.ts';

/** The bank of a key's accounts. Usually a key is one customer's access to one bank; of several, the first counts. */
export function bankOf(listed: Iterable<ProviderAccount>): string | null {
  for (const { institutionName } of listed) {
    const name = foldText(cleanText(institutionName));
    if (name !== '') return name;
  }
  return null;
}
