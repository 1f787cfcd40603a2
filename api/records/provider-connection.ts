import { PAUSED } from '../../shared/sync/store/connection-syncs.ts';
import type { ProviderConnection } from '../../shared/sync/store/provider-connections.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { ID, record, TIMES } from './record.ts';
import { presentTimestamp } from './timestamp.ts';

const NAME = s.named('The name that people use.');
const HISTORY_START = s.nullable(
  s.DATE,
  'The first day to sync; null: the default of the installation.',
);
const KEY: Record<string, JsonSchema> = {
  api_key: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description:
      'The key that the provider gave you. Checked there first, stored encrypted, never shown.',
  },
  allow_duplicate: {
    type: 'boolean',
    default: false,
    description:
      'Connects a key that the household has connected already: its accounts then exist twice.',
  },
};

export const presentConnection = record<ProviderConnection, 'ProviderConnection'>(
  'ProviderConnection',
  'A key of the bank-connectivity provider, and the state of its syncs.',
  {
    id: ID,
    name: NAME,
    status: s.choice(
      ['good', 'degraded', 'requires_update', 'suspended'],
      '`degraded`: the last run missed something. `requires_update`: the provider refuses the key; no automatic syncs until there is a key that works. `suspended`: paused by its owner, or 20 runs in a row failed, over three days or more; no automatic syncs until it is resumed.',
    ),
    status_reason: s.nullable(
      s.TEXT,
      'Why it is not good; null while it is. `degraded`: the code of what failed in the last run (some or all accounts, or their list). `requires_update`: why the key is refused: `unauthorized`, `payment_required`, `forbidden` … `suspended`: `paused`, or the code of the last failure.',
    ),
    notice: {
      ...s.nullable(
        s.TEXT,
        'What its owner should know and do, in a sentence or two; null: nothing.',
      ),
      read: noticeOf,
    },
    failures_in_a_row: {
      ...s.field(s.COUNT, 'Runs that read no account completely since the last one that did.'),
      read: ({ failuresInRow }) => failuresInRow,
    },
    suspended_at: s.nullable(
      s.TIMESTAMP,
      'Since when no automatic syncs start, because its owner paused it or too many failed; null: they do.',
    ),
    api_key_last_four: {
      ...s.text('The last characters of the key, to recognise it.'),
      read: ({ lastFour }) => lastFour,
    },
    history_start: HISTORY_START,
    last_synced_at: s.nullable(
      s.TIMESTAMP,
      'The end of the last run that read at least one account completely, in UTC; null before that.',
    ),
    next_sync_at: s.nullable(s.TIMESTAMP, 'Null: no automatic sync.'),
    ...TIMES,
  },
);

s.define('NewProviderConnection', 'A key to connect.', ['api_key'], {
  name: s.field(NAME, 'What people call it; `Bank connection` when absent.'),
  history_start: HISTORY_START,
  ...KEY,
});

s.change(
  'ProviderConnectionChange',
  'Absent fields stay as they are. A new key is checked first and clears `requires_update` and `suspended`.',
  {
    name: NAME,
    history_start: s.field(
      HISTORY_START,
      'An earlier day brings the missing history with the next sync; a later one removes nothing. Null: the default.',
    ),
    ...KEY,
  },
);

function noticeOf({
  status,
  statusReason,
  failuresInRow,
  failingSince,
}: ProviderConnection): string | null {
  if (status === 'requires_update') return 'The provider refuses the key: enter a new one.';
  if (status !== 'suspended') return null;
  if (statusReason === PAUSED)
    return 'It is paused: no sync starts automatically until you resume it.';
  const since = presentTimestamp(failingSince)?.slice(0, 10) ?? 'long ago';
  return (
    `Its last ${failuresInRow} syncs failed (${statusReason ?? 'unknown'}), the first on ${since}, so none starts ` +
    'automatically any more. Resume it, or enter a new key.'
  );
}
