import { COUNT, UUID, object, ref } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const MOVED: JsonSchema = object({
  moved: { ...COUNT, description: 'Records that only the deleted account had.' },
  joined: { ...COUNT, description: 'Records that both had, now merged.' },
});

export const accountMerge: JsonSchema = object({
  account: ref('Account'),
  transactions: MOVED,
  trades: MOVED,
  holdings: MOVED,
  valuations: MOVED,
  balances: MOVED,
});

export const newAccountMerge: JsonSchema = object({
  into: { ...UUID, description: 'The account to merge into, which remains.' },
});
