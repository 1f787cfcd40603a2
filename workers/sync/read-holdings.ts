import { isDeepStrictEqual } from 'node:util';
import { sha256Hex } from '../../shared/platform/crypto.ts';
import { dayInZone } from '#preflight/days';
import { syntheticKey } from '../../shared/imports/match/content-hash.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import type { ProviderHolding, ProviderHoldings } from '../../shared/sync/client/types.ts';
import type { LinkedAccount } from '../../shared/sync/store/provider-accounts.ts';
import { updateSyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import { hasRowsOf } from '../../shared/sync/store/read-scope.ts';
import {
  replaceSyncedHoldings,
  setHoldingsState,
} from '../../shared/sync/store/synced-holdings.ts';
import type { SyncedHolding } from '../../shared/sync/store/synced-holdings.ts';
import { cleanText } from '#preflight/clean-text';
import { normalizeCurrency } from './normalize.ts';
import { note, withNote } from './notes.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * "Not supported" may change with the subscription, so ask again after this time. If positions are stored, it may also be a
 * temporary fault, and the next run asks again.
 */
const ASK_AGAIN_MS = 7 * 24 * 3600 * 1000;

/** Whether it is time to ask for the holdings of an account. */
export function shouldAskForHoldings(link: LinkedAccount, now: Date): boolean {
  if (link.holdingsState !== 'not_supported' || link.holdingsCheckedAt === null) return true;
  return now.getTime() - link.holdingsCheckedAt.getTime() >= ASK_AGAIN_MS;
}

/** Step 4. Stores the positions of an account, or that the provider supports none for it. */
export async function readHoldings(
  scope: SyncScope,
  account: SyncAccount,
  link: LinkedAccount,
): Promise<void> {
  const answer = await scope.client.getHoldings(link.providerAccountId, scope.signal);
  const { householdId, context } = scope;
  const owner = { householdId, accountId: link.accountId };
  if (answer.supported && answer.holdings === null) {
    // As with an empty list of accounts: an answer without positions does not outweigh stored ones.
    const hasPositions = await hasRowsOf(context.sql, 'holdings', 'provider', owner);
    if (hasPositions) throw new ProviderError('invalid_response', { reason: 'holdings_null' });
  }
  const judged = answer.supported ? judgeHoldings(answer, link.currency) : null;
  await scope.write(async (tx) => {
    const now = context.clock.now();
    let { errors, warnings } = account;
    const day = dayInZone(now, scope.zoneAt(now.getTime()));
    // Positions that can no longer be read are removed: old ones say nothing about the current value.
    await replaceSyncedHoldings(tx, owner, judged?.holdings ?? [], { day, now });
    const change = {
      state: judged === null ? ('not_supported' as const) : ('available' as const),
      total: judged?.total ?? null,
      now,
    };
    await setHoldingsState(tx, householdId, link.id, change);
    const { invalid, repeated } = judged ?? { invalid: 0, repeated: 0 };
    if (invalid > 0) errors = withNote(errors, note('holding_invalid', invalid));
    if (repeated > 0) warnings = withNote(warnings, note('holding_repeated', repeated));
    await updateSyncAccount(tx, householdId, account, { errors, warnings, step: 'done' }, now);
  });
}

type Supported = Extract<ProviderHoldings, { supported: true }>;

/**
 * Judges the positions of one answer: exact decimals, native currencies, no guesses. A key that recurs with other figures is
 * another position (two lots, say) and gets a key of its own; one that recurs unchanged is the same position listed twice.
 */
function judgeHoldings(
  answer: Supported,
  accountCurrency: string | null,
): {
  holdings: SyncedHolding[];
  total: { amount: string; currency: string } | null;
  invalid: number;
  repeated: number;
} {
  const fallback = normalizeCurrency(answer.currency) ?? accountCurrency;
  const holdings = new Map<string, SyncedHolding>();
  const counts = new Map<string, number>();
  let invalid = 0;
  let repeated = 0;
  for (const raw of answer.holdings ?? []) {
    const holding = judgeHolding(raw, fallback, counts);
    if (holding === null) {
      invalid += 1;
      continue;
    }
    const { key } = holding;
    if (holdings.has(key)) repeated += 1;
    for (let number = 2; ; number += 1) {
      const known = holdings.get(holding.key);
      if (known === undefined) holdings.set(holding.key, holding);
      if (known === undefined || isDeepStrictEqual({ ...known, key }, { ...holding, key })) break;
      holding.key = `${key} #${number}`;
    }
  }
  const { totalValue } = answer;
  return {
    holdings: [...holdings.values()],
    total:
      totalValue === null || fallback === null ? null : { amount: totalValue, currency: fallback },
    invalid,
    repeated,
  };
}

function judgeHolding(
  raw: ProviderHolding,
  fallback: string | null,
  counts: Map<string, number>,
): SyncedHolding | null {
  const { quantity, price, value, costBasis } = raw;
  const securityCurrency = normalizeCurrency(raw.securityCurrency);
  const currency = normalizeCurrency(raw.currency) ?? securityCurrency ?? fallback;
  if (quantity === null || currency === null) return null;
  const ticker = cleanText(raw.ticker);
  const [isin, figi, cusip] = [cleanText(raw.isin), cleanText(raw.figi), cleanText(raw.cusip)];
  const name = cleanText(raw.name) ?? ticker ?? isin ?? figi ?? cusip ?? 'Unknown security';
  const key = cleanText(raw.id) ?? contentKey([name, ticker, isin, figi, cusip, currency], counts);
  return {
    key,
    name,
    ticker,
    isin,
    figi,
    cusip,
    securityCurrency,
    quantity,
    price,
    value,
    costBasis,
    currency,
  };
}

/** Derived from the security but not its price or quantity, so that the key stays the same when those change. */
function contentKey(parts: (string | null)[], counts: Map<string, number>): string {
  const hash = sha256Hex(JSON.stringify(parts));
  const number = (counts.get(hash) ?? 0) + 1;
  counts.set(hash, number);
  return syntheticKey(hash, number);
}
