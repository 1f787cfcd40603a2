import { Stack } from '@mantine/core';
import { useReadingAll, texts } from '../../app/index.ts';
import { DialogButton, EmptyState, Loaded, Page } from '../../parts/index.ts';
import { Connection } from './connection.tsx';
import { ConnectionForm } from './connection-form.tsx';

const t = texts('connections');

/** The keys of providers: what each reads, how that goes, and what to do when it fails. */
export function ConnectionsPage() {
  const connections = useReadingAll('/provider_connections', {}, ['provider_connection']);
  const accounts = useReadingAll('/accounts', {}, ['account']).data ?? [];
  const add = (
    <DialogButton label={t('add')} variant="filled">
      {(close) => <ConnectionForm close={close} />}
    </DialogButton>
  );
  const empty = (
    <EmptyState title={t('empty')} action={add}>
      {t('empty_text')}
    </EmptyState>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={connections.data?.length ? add : null}>
      <Loaded query={connections} lines={6} empty={empty}>
        {(rows) => (
          <Stack>
            {rows.map((connection) => (
              <Connection
                key={connection.id}
                connection={connection}
                accounts={accounts.filter(
                  ({ provider }) => provider?.connection_id === connection.id,
                )}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
