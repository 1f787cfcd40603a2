import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { Frame } from '../app/shell/frame.tsx';
import { formats, addTexts, texts } from '../app/index.ts';
import { TextLink } from '../parts/actions.tsx';
import { SearchField } from '../parts/form.tsx';
import { faultWords } from '../parts/fault-words.ts';
import { Dot, Loaded, Page, Section } from '../parts/page.tsx';
import { Listed, noted, Rows, Sheet } from '../parts/rows.tsx';
import { actionsQuery, heads, type HouseholdLook, householdQuery, words } from './levers.tsx';
import { householdsQuery, type LeverResult, Levers, resultWords, targetWords } from './levers.tsx';

const t = texts('operations');
await addTexts('-of-operators');

export { InstallationPage } from './installation-page.tsx';

async function leave(): Promise<void> {
  await fetch('/admin/logout', { method: 'POST' });
  location.assign('/admin/login');
}

export function OperatorsFrame() {
  const pages = [
    { to: '/admin', label: t('installation') },
    { to: '/admin/households', label: t('households') },
    { to: '/admin/actions', label: t('actions') },
    { to: '/admin/queues', label: t('board'), isElsewhere: true },
  ];
  return <Frame title={t('operators')} pages={pages} onLeave={leave} />;
}

export function ActionsPage() {
  // If an action failed, its result is the reason in words instead of JSON.
  const resultOf = (text: string): string =>
    text.startsWith('{') ? resultWords(JSON.parse(text) as LeverResult) : words(text);
  return (
    <Page title={t('actions')} about={t('actions_about')}>
      <Listed
        query={useQuery(actionsQuery)}
        none={t('none')}
        label={t('latest')}
        head={heads('when actor what target result')}
        cells={(done) => [
          formats.instant(done.at),
          done.actor,
          words(done.action),
          targetWords(done.target),
          resultOf(done.result),
        ]}
      />
    </Page>
  );
}

export function HouseholdsPage() {
  const { q = '' } = useSearch({ from: '/admin/households' });
  const navigate = useNavigate({ from: '/admin/households' });
  const found = useQuery({ ...householdsQuery(q), enabled: q.trim() !== '' });
  return (
    <Page title={t('households')} about={t('households_about')}>
      <SearchField
        label={t('find')}
        value={q}
        onChange={(asked) => void navigate({ search: { q: asked }, replace: true })}
        maw={480}
        autoFocus
      />
      {q.trim() !== '' && (
        <Listed
          query={found}
          none={t('not_found')}
          label={t('households')}
          head={['']}
          cells={({ id, name, currency }) => [
            noted(
              <TextLink to="/admin/households/$id" params={{ id }}>
                {name}
              </TextLink>,
              currency,
              id,
            ),
          ]}
        />
      )}
    </Page>
  );
}

export function HouseholdPage() {
  const { id } = useParams({ from: '/admin/households/$id' });
  return (
    <Loaded page={t('households')} query={useQuery(householdQuery(id))}>
      {({ household, connections, events }) => (
        <Page
          title={household.name}
          about={`${household.currency} · ${household.id} · ${t('since', { day: formats.instant(household.created_at) })}`}
          actions={<Levers target={id} name={household.name} isOff={connections.some(isOff)} />}
        >
          {connections.map((each) => (
            <Connection key={each.connection.id} of={each} />
          ))}
          <Sheet
            title={t('events')}
            head={heads('when what state about')}
            rows={events}
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

type Seen = HouseholdLook['connections'][number];

const isOff = ({ advice }: Seen): boolean =>
  advice.some(({ code }) => code === 'suspended' || code === 'paused_by_owner');

function Connection({ of }: { of: Seen }) {
  const { connection, runs, advice } = of;
  const { id, name, status, status_reason, last_synced_at, next_sync_at } = connection;
  return (
    <Section
      title={name}
      about={
        <>
          <Dot color={status === 'good' ? 'teal' : 'red'}>{words(status, status_reason)}</Dot>{' '}
          {last_synced_at === null
            ? t('never_synced')
            : t('synced', { when: formats.ago(last_synced_at) })}
          {next_sync_at !== null && ` · ${t('next_sync', { when: formats.ago(next_sync_at) })}`}
        </>
      }
      actions={<Levers target={id} name={name} isOff={isOff(of)} />}
    >
      {advice.map((one) => (
        <Text key={one.message} size="sm" title={one.message}>
          {/* The advice about a hold begins with what is held: the first word selects the sentence. */}
          {faultWords({ ...one, context: one.message.split(' ', 1).join() }, 'advice')}
        </Text>
      ))}
      <Rows
        label={t('runs')}
        head={heads('when state rows levers')}
        rows={runs}
        none={t('no_runs')}
        cells={(run) => [
          formats.instant(run.created_at),
          words(run.status, ...run.codes),
          t('rows', { rows: run.rows, created: run.created, updated: run.updated }),
          run.status === 'failed' && <Levers key="levers" target={run.id} actions={['retry']} />,
        ]}
      />
    </Section>
  );
}
