import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import type { NdjsonReport } from '#preflight/report';

/** A household without taxonomy. */
export const nothing = { categories: [], tags: [], merchants: [] };

/** The report on NDJSON of these lines: text as it is, anything else as JSON. */
export function check(
  lines: unknown[],
  existing: Partial<typeof nothing> | object = {},
): NdjsonReport {
  const text = lines
    .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    .join('\n');
  return preflightNdjson(Buffer.from(text), {
    existing: { ...nothing, ...existing },
    rowsMax: 100_000,
  });
}

export const codes = (report: NdjsonReport) => report.errors.map(({ code }) => code);
export const record = (type: string, data: object) => ({ type, data });
export const account = record('Account', {
  id: 'a1',
  name: 'Daily',
  balance: '10.00',
  currency: 'EUR',
  accountable_type: 'Depository',
});
export const transaction = (data: object) =>
  record('Transaction', {
    id: 't1',
    account_id: 'a1',
    date: '2025-03-04',
    amount: '9.00',
    ...data,
  });
