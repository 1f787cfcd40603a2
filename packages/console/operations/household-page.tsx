import { Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useFormats, useTexts } from '../app/index.ts';
import { Loaded, Note, Page } from '../parts/index.ts';
import { householdQuery } from './api.ts';
import type { HouseholdLook } from './api.ts';
import { Levers } from './levers.tsx';
import { Sheet } from './sheet.tsx';
import { useWords } from './words.ts';

const HOLD = ['pause', 'drain', 'resume'] as const;

/** A household: its connections with their latest runs and what to do, and what happened last. */
export function HouseholdPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useTexts('operations');
  const words = useWords();
  const { instant } = useFormats();
  return (
    <Loaded query={useQuery(householdQuery(id))}>
      {({ household, connections, events }) => (
        <Page
          title={household.name}
          about={`${household.currency} · ${household.id} · ${t('since', { day: instant(household.created_at) })}`}
          actions={<Levers target={household.id} actions={HOLD} />}
        >
          {connections.map((each) => (
            <Connection key={each.connection.id} of={each} />
          ))}
          <Sheet
            title={t('events')}
            head={[t('head.when'), t('head.what'), t('head.state'), t('head.about')]}
            rows={events.map(({ kind, id: event, at, status, about, codes }) => ({
              key: `${kind} ${event} ${at} ${status}`,
              cells: [
                instant(at),
                t(`event.${kind}`),
                words(status, ...codes),
                <Text key="about" inherit span title={event}>
                  {about ?? event}
                </Text>,
              ],
            }))}
            none={t('none')}
          />
        </Page>
      )}
    </Loaded>
  );
}

function Connection({
  of: { connection, runs, advice },
}: {
  of: HouseholdLook['connections'][number];
}) {
  const t = useTexts('operations');
  const words = useWords();
  const { instant, ago, number } = useFormats();
  const { id, name, status, status_reason, last_synced_at, next_sync_at } = connection;
  return (
    <Stack gap={4} component="section" aria-label={name}>
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={2}>{name}</Title>
          <Badge variant="dot" color={status === 'good' ? 'teal' : 'red'}>
            {words(status, status_reason)}
          </Badge>
        </Group>
        <Levers target={id} actions={HOLD} />
      </Group>
      <Note>
        {last_synced_at === null ? t('never_synced') : t('synced', { when: ago(last_synced_at) })}
        {next_sync_at !== null && ` · ${t('next_sync', { when: ago(next_sync_at) })}`}
      </Note>
      {advice.length > 0 && (
        <List size="sm">
          {advice.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
      <Sheet
        title={t('runs')}
        head={[t('head.when'), t('head.state'), t('head.rows'), t('head.levers')]}
        rows={runs.map((run) => ({
          key: run.id,
          cells: [
            instant(run.created_at),
            words(run.status, ...run.codes),
            t('rows', {
              rows: number(run.rows),
              created: number(run.created),
              updated: number(run.updated),
            }),
            run.status === 'failed' && <Levers key="levers" target={run.id} actions={['retry']} />,
          ],
        }))}
        none={t('no_runs')}
      />
    </Stack>
  );
}
