import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formats, texts } from '../app/index.ts';
import { Loaded, Note, Page, Sheet, faultWords } from '../parts/index.ts';
import { installationQuery } from './api.ts';
import type { Installation } from './api.ts';
import { Levers, words } from './levers.tsx';

const t = texts('operations');

/** The queues, what failed and why, the provider, the connections, and what is held back. */
export function InstallationPage() {
  return (
    <Page title={t('installation')} about={t('installation_about')}>
      <Loaded query={useQuery(installationQuery)}>
        {(seen) => (
          <Stack gap="lg">
            <Queues of={seen} />
            <Failures of={seen} />
            <Provider of={seen} />
            <Connections of={seen} />
            <Holds of={seen} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface Props {
  of: Installation;
}

function Queues({ of: { queues } }: Props) {
  const rows = queues.map((each) => ({
    key: each.queue,
    cells: [
      <Group key="name" gap="xs">
        {words(each.queue)}
        {each.is_paused && (
          <Badge variant="dot" color="yellow">
            {t('paused')}
          </Badge>
        )}
      </Group>,
      <Text key="workers" inherit span {...(each.workers === 0 && { c: 'red', fw: 600 })}>
        {formats.number(each.workers)}
      </Text>,
      formats.number(each.waiting),
      t('seconds', { count: each.oldest_waiting_seconds }),
      formats.number(each.active),
      formats.number(each.delayed),
      formats.number(each.failed),
      formats.number(each.ended_per_hour),
      <Levers key="levers" target={each.queue} actions={each.is_paused ? ['resume'] : ['pause']} />,
    ],
  }));
  const head = ['queue', 'workers', 'waiting', 'oldest', 'active', 'delayed', 'failed', 'per_hour'];
  return (
    <Sheet
      title={t('queues')}
      head={[...head.map((name) => t(`head.${name}` as 'head.queue')), t('head.levers')]}
      rows={rows}
      none={t('none')}
    />
  );
}

function Failures({ of: { queues } }: Props) {
  const rows = queues.flatMap(({ queue, failures }) =>
    failures.map(({ code, provider, count, latest, advice }) => ({
      key: `${queue} ${code} ${provider}`,
      cells: [
        <div key="code">
          <code>{code}</code>
          <Note size="xs">{faultWords({ code, message: advice ?? '' }, 'advice')}</Note>
        </div>,
        words(queue),
        provider ?? '–',
        formats.number(count),
        <Anchor key="job" size="sm" href={`/admin/queues/queue/${queue}/${latest}`}>
          {t('latest_job')}
        </Anchor>,
        <Levers key="levers" target={code} actions={['retry', 'discard']} {...{ provider }} />,
      ],
    })),
  );
  const head = ['reason', 'queue', 'bank', 'jobs', 'latest', 'levers'] as const;
  return (
    <Sheet
      title={t('failures')}
      head={head.map((name) => t(`head.${name}`))}
      rows={rows}
      none={t('no_failures')}
    />
  );
}

function Provider({ of: { provider, held } }: Props) {
  const { host, limit_used, keys_blocked, backlog_seconds, backlog_grows, down } = provider;
  const share =
    limit_used === null ? t('unknown') : `${formats.number(Math.round(limit_used * 100))} %`;
  const backlog =
    backlog_seconds === null ? t('unknown') : t('seconds', { count: backlog_seconds });
  const facts: [string, string][] = [
    [t('limit_used'), share],
    [t('keys_blocked'), keys_blocked === null ? t('unknown') : formats.number(keys_blocked)],
    [t('backlog'), backlog_grows ? t('backlog_grows', { backlog }) : backlog],
    ...held.map(({ held_by, count }): [string, string] => [
      t(`held.${held_by}`),
      formats.number(count),
    ]),
    ...down.map(({ host: name, opened_at }): [string, string] => [
      t('down', { host: name }),
      opened_at === null ? '' : formats.ago(opened_at),
    ]),
  ];
  return (
    <Sheet
      title={t('provider', { host })}
      head={[t('head.fact'), t('head.now'), t('head.levers')]}
      rows={facts.map(([fact, now], at) => ({
        key: fact,
        cells: [
          fact,
          now,
          at === 0 && <Levers key="levers" target={host} actions={['pause', 'drain', 'resume']} />,
        ],
      }))}
      none={t('none')}
    />
  );
}

function Connections({ of: { connections } }: Props) {
  const { states, freshness } = connections;
  const rows = [
    ...states.map(({ status, status_reason, count }) => ({
      key: `${status} ${status_reason}`,
      cells: [words(status, status_reason), formats.number(count)],
    })),
    ...freshness
      .filter(({ count }) => count > 0)
      .map(({ within_seconds: within, count }) => ({
        key: `fresh ${within}`,
        cells: [
          within === null ? t('older') : t('fresh', { count: Math.round(within / 3600) }),
          formats.number(count),
        ],
      })),
  ];
  return (
    <Sheet
      title={t('connections')}
      head={[t('head.state'), t('head.count')]}
      rows={rows}
      none={t('no_connections')}
    />
  );
}

function Holds({ of: { holds } }: Props) {
  const rows = holds.map(({ scope, target, mode, actor, created_at, running }) => ({
    key: `${scope} ${target}`,
    cells: [
      `${words(scope)} ${scope === 'queue' ? words(target) : target}`,
      t(`mode.${mode}`),
      actor,
      formats.ago(created_at),
      formats.number(running),
      <Levers key="levers" target={target} actions={['resume']} />,
    ],
  }));
  const head = ['target', 'mode', 'actor', 'since', 'active', 'levers'] as const;
  return (
    <Sheet
      title={t('holds')}
      head={head.map((name) => t(`head.${name}`))}
      rows={rows}
      none={t('no_holds')}
    />
  );
}
