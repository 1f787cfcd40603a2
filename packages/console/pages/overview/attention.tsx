import { Group, Stack, Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useReading, useReadingAll, useTexts } from '../../app/index.ts';
import { Note, Section, TextLink } from '../../parts/index.ts';

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
  const t = useTexts('overview');
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
  const t = useTexts('overview');
  const connections = useReadingAll('/provider_connections', {}, ['provider_connection']);
  const doubles = useReading('/transaction_suggestions', ONE, ['transaction_suggestion']);
  const transfers = useReading('/transfer_suggestions', ONE, ['transfer_suggestion']);
  const accounts = useReading('/account_suggestions', ONE, ['account_suggestion']);
  const webhooks = useReadingAll('/webhook_endpoints', {}, []);
  // Tried on the past once a visit, not with each sync.
  const rules = useReading('/rule_suggestions', {}, ['rule']).data?.data.length ?? 0;
  const questions = [
    ['doubles', doubles.data?.meta.total_count ?? 0],
    ['transfers', transfers.data?.meta.total_count ?? 0],
    ['accounts', accounts.data?.meta.total_count ?? 0],
  ] as const;
  const step = t('attention.decide');
  return [
    ...(connections.data ?? [])
      .filter(({ status, status_reason: reason }) => status !== 'good' && reason !== 'paused')
      .map(({ id, name, notice }) => ({
        key: id,
        text: t('attention.connection', { name }),
        detail: notice,
        step: t('attention.open_connection'),
        link: { to: '/connections' } as const,
      })),
    ...questions
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => ({
        key: kind,
        text: t(`attention.${kind}`, { count }),
        step,
        link: { to: '/transactions/review' } as const,
      })),
    ...(rules === 0
      ? []
      : [
          {
            key: 'rules',
            text: t('attention.rules', { count: rules }),
            step,
            link: { to: '/rules' } as const,
          },
        ]),
    ...(webhooks.data ?? [])
      .filter(({ notice }) => notice !== null)
      .map(({ id, url, notice }) => ({
        key: id,
        text: t('attention.webhook', { url }),
        detail: notice,
        step: t('attention.open_webhook'),
        link: { to: '/settings', search: { section: 'webhooks' } } as const,
      })),
  ];
}
