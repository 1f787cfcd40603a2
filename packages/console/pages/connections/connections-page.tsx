import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { readingAll } from '../../app/queries.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Loaded } from '../../parts/states.tsx';
import { Connection } from './connection.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { useConnectionsTexts } from './texts.ts';

/** The keys of providers: what each reads, how that goes, and what to do when it fails. */
export function ConnectionsPage() {
  const t = useConnectionsTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const connections = useQuery(readingAll('/provider_connections', {}, ['provider_connection']));
  const accounts = useQuery(readingAll('/accounts', {}, ['account'])).data ?? [];
  const add = (
    <Button variant="filled" onClick={open}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={connections.data?.length ? add : null}>
      <Loaded query={connections} lines={6}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('empty')} action={add}>
              {t('empty_text')}
            </EmptyState>
          ) : (
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
          )
        }
      </Loaded>
      <ConnectionForm isOpen={isOpen} close={close} />
    </Page>
  );
}
