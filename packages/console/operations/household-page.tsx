import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formats, texts } from '../app/index.ts';
import { Loaded, Page, Rows, Section, Sheet } from '../parts/index.ts';
import { householdQuery } from './api.ts';
import type { HouseholdLook } from './api.ts';
import { heads, Levers, words } from './levers.tsx';

const t = texts('operations');

const HOLD = ['pause', 'drain', 'resume'] as const;

/** A household: its connections with their latest runs and what to do, and what happened last. */
export function HouseholdPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return (
    <Loaded query={useQuery(householdQuery(id))}>
      {({ household, connections, events }) => (
        <Page
          title={household.name}
          about={`${household.currency} · ${household.id} · ${t('since', { day: formats.instant(household.created_at) })}`}
          actions={<Levers target={household.id} actions={HOLD} />}
        >
          {connections.map((each) => (
            <Connection key={each.connection.id} of={each} />
          ))}
          <Sheet
            title={t('events')}
            head={heads('when what state about')}
            rows={events}
            rowKey={({ kind, id: event, at, status }) => `${kind} ${event} ${at} ${status}`}
            cells={({ kind, id: event, at, status, about, codes }) => [
              formats.instant(at),
              t(`event.${kind}`),
              words(status, ...codes),
              <Text key="about" inherit span title={event}>
                {words(about) || event}
              </Text>,
            ]}
            none={t('none')}
          />
        </Page>
      )}
    </Loaded>
  );
}

function Connection({ of }: { of: HouseholdLook['connections'][number] }) {
  const { connection, runs, advice } = of;
  const { id, name, status, status_reason, last_synced_at, next_sync_at } = connection;
  return (
    <Section
      title={name}
      about={
        <>
          <Badge variant="dot" color={status === 'good' ? 'teal' : 'red'}>
            {words(status, status_reason)}
          </Badge>{' '}
          {last_synced_at === null
            ? t('never_synced')
            : t('synced', { when: formats.ago(last_synced_at) })}
          {next_sync_at !== null && ` · ${t('next_sync', { when: formats.ago(next_sync_at) })}`}
        </>
      }
      actions={<Levers target={id} actions={HOLD} />}
    >
      {advice.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      <Rows
        label={t('runs')}
        head={heads('when state rows levers')}
        rows={runs}
        cells={(run) => [
          formats.instant(run.created_at),
          words(run.status, ...run.codes),
          t('rows', {
            rows: formats.number(run.rows),
            created: formats.number(run.created),
            updated: formats.number(run.updated),
          }),
          run.status === 'failed' && <Levers key="levers" target={run.id} actions={['retry']} />,
        ]}
      />
    </Section>
  );
}
