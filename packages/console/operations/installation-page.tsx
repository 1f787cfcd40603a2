import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formats, texts } from '../app/index.ts';
import { faultWords } from '../parts/fault-words.ts';
import { Dot, Loaded, Page } from '../parts/page.tsx';
import { noted, Sheet } from '../parts/rows.tsx';
import { heads, type Installation, installationQuery } from './levers.tsx';
import { Levers, targetWords, words } from './levers.tsx';

const t = texts('operations');

export function InstallationPage() {
  return (
    <Page title={t('installation')} about={t('installation_about')}>
      <Loaded query={useQuery(installationQuery)}>
        {({ queues, holds, ...seen }) => (
          <Stack gap="lg">
            <Sheet
              title={t('queues')}
              head={heads('queue workers waiting oldest active delayed failed per_hour levers')}
              none={t('none')}
              rows={queues}
              cells={(each) => [
                <Group gap="xs">
                  {words(each.queue)}
                  {each.is_paused && <Dot color="yellow">{t('paused')}</Dot>}
                </Group>,
                <Text inherit span {...(each.workers === 0 && { c: 'red', fw: 600 })}>
                  {formats.number(each.workers)}
                </Text>,
                formats.number(each.waiting),
                t('seconds', { count: each.oldest_waiting_seconds }),
                formats.number(each.active),
                formats.number(each.delayed),
                formats.number(each.failed),
                formats.number(each.ended_per_hour),
                <Levers target={each.queue} actions={each.is_paused ? ['resume'] : ['pause']} />,
              ]}
            />
            <Sheet
              title={t('failures')}
              head={heads('reason queue bank jobs latest levers')}
              none={t('no_failures')}
              rows={queues.flatMap(({ queue, failures }) =>
                failures.map((one) => ({ queue, ...one })),
              )}
              rowKey={({ queue, code, provider }) => `${queue} ${code} ${provider}`}
              cells={({ queue, code, provider, count, latest, advice }) => [
                noted(
                  <span title={code}>{words(code)}</span>,
                  faultWords({ code, message: advice ?? '' }, 'advice'),
                ),
                words(queue),
                provider ?? '–',
                formats.number(count),
                <Anchor size="sm" href={`/admin/queues/queue/${queue}/${latest}`}>
                  {t('latest_job')}
                </Anchor>,
                <Levers target={code} actions={['retry', 'discard']} provider={provider} />,
              ]}
            />
            <Provider of={seen} />
            <Connections of={seen} />
            <Sheet
              title={t('holds')}
              head={heads('target mode actor since active levers')}
              none={t('no_holds')}
              rows={holds}
              cells={({ scope, target, mode, actor, created_at, running }) => [
                targetWords(`${scope} ${target}`),
                t(`mode.${mode}`),
                actor,
                formats.ago(created_at),
                formats.number(running),
                <Levers target={target} actions={['resume']} />,
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

type Props = Readonly<{ of: Omit<Installation, 'queues' | 'holds'> }>;

function Provider({ of: { provider, held } }: Props) {
  const { host, limit_used, keys_blocked, backlog_seconds, backlog_grows, down } = provider;
  const backlog =
    backlog_seconds === null ? t('unknown') : t('seconds', { count: backlog_seconds });
  const facts: [string, string][] = [
    [t('limit_used'), t('percent', { share: Math.round(limit_used * 100) })],
    [t('keys_blocked'), formats.number(keys_blocked)],
    [t('backlog'), backlog_grows ? t('backlog_grows', { backlog }) : backlog],
  ];
  for (const { held_by, count } of held) facts.push([t(`held.${held_by}`), formats.number(count)]);
  for (const { host: name, opened_at: since } of down) {
    facts.push([t('down', { host: name }), since === null ? '' : formats.ago(since)]);
  }
  const levers = <Levers target={host} />;
  return (
    <Sheet
      title={t('provider', { host })}
      head={heads('fact now levers')}
      rows={facts}
      cells={([fact, now]) => [fact, now, fact === facts[0]?.[0] && levers]}
    />
  );
}

function Connections({ of: { connections } }: Props) {
  const states = connections.states.map(
    ({ status, status_reason: reason, count }) => [words(status, reason), count] as const,
  );
  const ages = connections.freshness
    .filter(({ count }) => count > 0)
    .map(({ within_seconds: within, count }) => {
      const hours = { count: Math.round((within ?? 0) / 3600) };
      return [within === null ? t('older') : t('fresh', hours), count] as const;
    });
  return (
    <Sheet
      title={t('connections')}
      head={heads('state count')}
      none={t('no_connections')}
      rows={[...states, ...ages]}
      cells={([what, count]) => [what, formats.number(count)]}
    />
  );
}
