import type { ProviderConnection } from '../../shared/sync/store/provider-connections.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
  if (status === 'requires_update') return 'The provider refuses the key: give it a new one.';
  if (status !== 'suspended') return null;
  const since = presentTimestamp(failingSince)?.slice(0, 10) ?? 'long ago';
  return (
    `Its last ${failuresInRow} syncs failed (${statusReason ?? 'unknown'}), the first on ${since}, so none starts by itself ` +
    'any more. Resume it, or give it a new key.'
  );
}
