import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type Schemas, formats, texts } from '../../app/index.ts';
import { Amount, Loaded, Note } from '../../parts/index.ts';
import type { Action, Draft } from './draft.ts';
import { useWords } from './words.ts';

const t = texts('rules');

const TYPING_MS = 350;
const SAMPLE = 10;

/** What the rule would do now, by the service's own engine; a rule that cannot be saved has no such answer. */
export function Preview({ draft, isValid }: { draft: Draft; isValid: boolean }) {
  const [rule] = useDebouncedValue(draft, TYPING_MS);
  const preview = useQuery({
    queryKey: ['/rules/preview', rule],
    queryFn: ({ signal }) =>
      client.post('/rules/preview', { body: { rule, sample_size: SAMPLE }, signal }),
    enabled: isValid && rule === draft,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { types: ['rule_run'] },
  });
  const isNow = rule === draft && !preview.isPlaceholderData;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="preview">
      <Title order={2} size="h4" id="preview" mb="xs">
        {t('preview')}
      </Title>
      {isValid ? (
        <Loaded query={preview}>
          {({ data }) => (
            <Stack gap="sm" style={{ opacity: isNow ? 1 : 0.6 }} aria-busy={!isNow}>
              <div role="status">
                <Text fw={600}>
                  {t('matches', {
                    count: data.matched_count,
                    shown: formats.number(data.matched_count),
                  })}
                </Text>
                <Note>
                  {t('changes', {
                    count: data.modified_count,
                    shown: formats.number(data.modified_count),
                  })}{' '}
                  {!data.complete && t('incomplete')}
                </Note>
              </div>
              <Sample sample={data.sample} />
            </Stack>
          )}
        </Loaded>
      ) : (
        <Note>{t('fill_in')}</Note>
      )}
    </Paper>
  );
}

function Sample({ sample }: { sample: Schemas['RulePreview']['sample'] }) {
  const { logged } = useWords();
  return (
    <Stack gap="xs" component="ol" m={0} p={0} aria-label={t('sample')}>
      {sample.map(({ transaction, changes }) => (
        <li key={transaction.id} style={{ listStyle: 'none' }}>
          <Text size="sm" style={{ display: 'flex', gap: 8 }} component="div">
            <Text span inherit flex={1} truncate>
              {transaction.name}
            </Text>
            <Amount value={transaction.amount} currency={transaction.currency} signed />
          </Text>
          <Note size="xs">
            {formats.recentDay(transaction.date)}
            {changes.map(
              ({ attribute, action_type: kind, old_value: from, new_value: to, locked }) => (
                <span key={attribute}>
                  {' · '}
                  {to === 'true'
                    ? t(`action.${kind as Action['action_type']}`)
                    : `${logged(from)} → ${logged(to)}`}
                  {locked && ` (${t('locked')})`}
                </span>
              ),
            )}
          </Note>
        </li>
      ))}
    </Stack>
  );
}
