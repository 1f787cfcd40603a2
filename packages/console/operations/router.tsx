import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Anchor, Badge, List, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { RouteError } from '../app/route-error.tsx';
import { Frame } from '../app/shell/frame.tsx';
import { formats, texts } from '../app/index.ts';
import { Loaded, Note, Page, Section } from '../parts/page.tsx';
import { Rows, Sheet } from '../parts/rows.tsx';
import { InstallationPage } from './installation-page.tsx';
import { actionsQuery, heads, HOLD, type HouseholdLook, householdQuery } from './levers.tsx';
import { householdsQuery, type LeverResult, Levers, resultWords, words } from './levers.tsx';

const t = texts('operations');

const root = createRootRoute({ component: OperatorsFrame });
const getParentRoute = () => root;

const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: InstallationPage }),
  createRoute({
    getParentRoute,
    path: '/households',
    validateSearch: ({ q }: Record<string, unknown>) => ({ q: typeof q === 'string' ? q : '' }),
    component: HouseholdsPage,
  }),
  createRoute({ getParentRoute, path: '/households/$id', component: HouseholdPage }),
  createRoute({ getParentRoute, path: '/actions', component: ActionsPage }),
]);

/** The pages of operators. Their types are not registered: the router of account holders is. */
export const router = createRouter({
  routeTree,
  basepath: '/admin',
  defaultErrorComponent: RouteError,
});

async function leave(): Promise<void> {
  await fetch('/admin/logout', { method: 'POST' });
  location.assign('/admin/login');
}

/** What is around the pages of operators. */
function OperatorsFrame() {
  const pages = [
    { to: '/', label: t('installation') },
    { to: '/households', label: t('households') },
    { to: '/actions', label: t('actions') },
    { href: '/admin/queues', label: t('board') },
  ];
  return <Frame title={t('operators')} pages={pages} onLeave={leave} />;
}

/** What operators did. */
function ActionsPage() {
  // A lever that could not be pulled left the reason in words.
  const resultOf = (text: string): string =>
    text.startsWith('{') ? resultWords(JSON.parse(text) as LeverResult) : words(text);
  return (
    <Page title={t('actions')} about={t('actions_about')}>
      <Loaded query={useQuery(actionsQuery)} empty={<Note>{t('none')}</Note>}>
        {({ data }) => (
          <Rows
            label={t('latest')}
            head={heads('when actor what target result')}
            rows={data}
            cells={(done) => [
              formats.instant(done.at),
              done.actor,
              words(done.action),
              done.target,
              resultOf(done.result),
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** One household found by its name or an id. */
function HouseholdsPage() {
  const { q = '' }: { q?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const ask = useDebouncedCallback((asked: string) => {
    void navigate({ to: '/households' as never, search: { q: asked } as never, replace: true });
  }, 250);
  const found = useQuery({ ...householdsQuery(q), enabled: q.trim() !== '' });
  return (
    <Page title={t('households')} about={t('households_about')}>
      <TextInput
        type="search"
        label={t('find')}
        defaultValue={q}
        onChange={({ currentTarget }) => ask(currentTarget.value)}
        maw={480}
        autoFocus
      />
      {q.trim() !== '' && (
        <Loaded query={found} empty={<Note>{t('not_found')}</Note>}>
          {({ data }) => (
            <List listStyleType="none">
              {data.map(({ id, name, currency }) => (
                <List.Item key={id}>
                  <Anchor component={Link} to={`/households/${id}`}>
                    {name}
                  </Anchor>{' '}
                  <Note span>
                    {currency} · {id}
                  </Note>
                </List.Item>
              ))}
            </List>
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** A household: its connections with their latest runs and what to do, and what happened last. */
function HouseholdPage() {
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
        none={t('no_runs')}
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
