import { cleanText, foldText } from '#preflight/clean-text';
import type { ProviderAccount } from '../client/types.ts';

/** The bank of a key's accounts: one customer's access to one bank, as a rule; of several banks the first counts. */
export function bankOf(listed: Iterable<ProviderAccount>): string | null {
  for (const { institutionName } of listed) {
    const name = foldText(cleanText(institutionName));
    if (name !== '') return name;
  }
  return null;
}
