import { Group, Stack, Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useReading, useReadingAll, texts } from '../../app/index.ts';
import { Note, Section, TextLink, connectionNotice, webhookNotice } from '../../parts/index.ts';

const t = texts('overview');

interface Item {
  key: string;
  text: string;
  detail?: string | null;
  step: string;
  link: LinkProps;
}

const ONE = { query: { per_page: 1 } } as const;

/** What waits for a person, each with the one step that mends it. Nothing waits: nothing is shown. */
export function Attention() {
  const items = useItems();
  if (items.length === 0) return null;
  return (
    <Section isBoxed title={t('attention.title')}>
      <Stack gap="xs">
        {items.map(({ key, text, detail, step, link }) => (
          <Group key={key} justify="space-between" gap="xs">
            <div>
              <Text size="sm">{text}</Text>
              {detail && <Note maw="80ch">{detail}</Note>}
            </div>
            <TextLink size="sm" {...link}>
              {step}
            </TextLink>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function useItems(): Item[] {
  const connections = useReadingAll('/provider_connections', {}, ['provider_connection']);
  const doubles = useReading('/transaction_suggestions', ONE, ['transaction_suggestion']);
  const transfers = useReading('/transfer_suggestions', ONE, ['transfer_suggestion']);
  const accounts = useReading('/account_suggestions', ONE, ['account_suggestion']);
  const webhooks = useReadingAll('/webhook_endpoints', {}, ['webhook_endpoint']);
  // Tried on the past once a visit, not with each sync.
  const rules = useReading('/rule_suggestions', {}, ['rule']);
  const review: LinkProps = { to: '/transactions/review' };
  const questions: [Parameters<typeof t>[0], number | undefined, LinkProps][] = [
    ['attention.doubles', doubles.data?.meta.total_count, review],
    ['attention.transfers', transfers.data?.meta.total_count, review],
    ['attention.accounts', accounts.data?.meta.total_count, review],
    ['attention.rules', rules.data?.data.length, { to: '/rules' }],
  ];
  return [
    ...(connections.data ?? [])
      .filter(({ status, status_reason: reason }) => status !== 'good' && reason !== 'paused')
      .map((connection) => ({
        key: connection.id,
        text: t('attention.connection', { name: connection.name }),
        detail: connectionNotice(connection),
        step: t('attention.open_connection'),
        link: { to: '/connections' } as const,
      })),
    ...questions.flatMap(([key, count = 0, link]) =>
      count === 0 ? [] : [{ key, text: t(key, { count }), step: t('attention.decide'), link }],
    ),
    ...(webhooks.data ?? [])
      .map((webhook) => ({ ...webhook, detail: webhookNotice(webhook) }))
      .filter(({ detail }) => detail !== null)
      .map(({ id, url, detail }) => ({
        ...{ key: id, detail, text: t('attention.webhook', { url }) },
        step: t('attention.open_webhook'),
        link: { to: '/settings', search: { section: 'webhooks' } } as const,
      })),
  ];
}
