import type { ProviderConnection } from '../../shared/sync/store/provider-connections.ts';
import { COUNT, DATE, nullable, object, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

const NAME: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
const API_KEY: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 1000,
  description:
    'The key that the provider gave you. Checked there first, stored encrypted, never shown.',
};
const ALLOW_DUPLICATE: JsonSchema = {
  type: 'boolean',
  default: false,
  description:
    'Connects a key that the household has connected already: its accounts then exist twice.',
};

export const providerConnection: JsonSchema = object({
  id: UUID,
  name: NAME,
  status: {
    type: 'string',
    enum: ['good', 'degraded', 'requires_update', 'suspended'],
    description:
      '`degraded`: the last run missed something. `requires_update`: the provider refuses the key; no automatic syncs until there is a key that works. `suspended`: 20 runs in a row failed, over three days or more; no automatic syncs until it is resumed.',
  },
  status_reason: {
    ...nullable({ type: 'string' }),
    description:
      'Why it is not good; null while it is. `degraded`: the code of what failed in the last run (some or all accounts, or their list). `requires_update`: why the key is refused: `unauthorized`, `payment_required`, `forbidden` … `suspended`: the code of the last failure.',
  },
  notice: {
    ...nullable({ type: 'string' }),
    description: 'What its owner should know and do, in a sentence or two; null: nothing.',
  },
  failures_in_a_row: {
    ...COUNT,
    description: 'Runs that read no account completely since the last one that did.',
  },
  suspended_at: {
    ...nullable(TIMESTAMP),
    description: 'Since when no automatic syncs start, because too many failed; null: they do.',
  },
  api_key_last_four: { type: 'string' },
  history_start: {
    ...nullable(DATE),
    description: 'The first day to sync; null: the default of the installation.',
  },
  last_synced_at: {
    ...nullable(TIMESTAMP),
    description:
      'The end of the last run that read at least one account completely, in UTC; null before that.',
  },
  next_sync_at: { ...nullable(TIMESTAMP), description: 'Null: no automatic sync.' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

export const newProviderConnection: JsonSchema = object(
  {
    name: NAME,
    api_key: API_KEY,
    history_start: nullable(DATE),
    allow_duplicate: ALLOW_DUPLICATE,
  },
  { optional: ['name', 'history_start', 'allow_duplicate'] },
);

export const providerConnectionChange: JsonSchema = {
  type: 'object',
  description:
    'Absent fields stay as they are. A new key is checked first and clears `requires_update` and `suspended`.',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    name: NAME,
    api_key: API_KEY,
    history_start: {
      ...nullable(DATE),
      description:
        'An earlier day brings the missing history with the next sync; a later one removes nothing. Null: the default.',
    },
    allow_duplicate: ALLOW_DUPLICATE,
  },
};

/** A connection on the wire: its key never is. */
export function presentConnection(connection: ProviderConnection): Schemas['ProviderConnection'] {
  return {
    id: connection.id,
    name: connection.name,
    status: connection.status,
    status_reason: connection.statusReason,
    notice: noticeOf(connection),
    failures_in_a_row: connection.failuresInRow,
    suspended_at: presentTimestamp(connection.suspendedAt),
    api_key_last_four: connection.lastFour,
    history_start: connection.historyStart,
    last_synced_at: presentTimestamp(connection.lastSyncedAt),
    next_sync_at: presentTimestamp(connection.nextSyncAt),
    created_at: presentTimestamp(connection.createdAt),
    updated_at: presentTimestamp(connection.updatedAt),
  };
}

function noticeOf({
  status,
  statusReason,
  failuresInRow,
  failingSince,
}: ProviderConnection): string | null {
  if (status === 'requires_update') return 'The provider refuses the key: enter a new one.';
  if (status !== 'suspended') return null;
  const since = presentTimestamp(failingSince)?.slice(0, 10) ?? 'long ago';
  return (
    `Its last ${failuresInRow} syncs failed (${statusReason ?? 'unknown'}), the first on ${since}, so none starts by itself ` +
    'any more. Resume it, or enter a new key.'
  );
}
