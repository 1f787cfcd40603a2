import type { ProviderConnection } from '../../shared/store/syncs/provider-connections.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A connection on the wire: its key never is. */
export function presentConnection(connection: ProviderConnection): Schemas['ProviderConnection'] {
  return {
    id: connection.id,
    name: connection.name,
    status: connection.status,
    status_reason: connection.statusReason,
    api_key_last_four: connection.lastFour,
    history_start: connection.historyStart,
    last_synced_at: presentTimestamp(connection.lastSyncedAt),
    next_sync_at: presentTimestamp(connection.nextSyncAt),
    created_at: presentTimestamp(connection.createdAt),
    updated_at: presentTimestamp(connection.updatedAt),
  };
}
