import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client, reading, type Schemas, formats, texts } from '../../app/index.ts';
import { Act, Note, Section } from '../../parts/index.ts';
import { type Draft, useWords } from './draft.ts';

const t = texts('rules');

/** Rules that would have done what people did by hand. Without one, or when they cannot be read, nothing is shown. */
export function Suggestions() {
  // Each visit tries them on the latest edits; a sync that is under way does not.
  const read = { ...reading('/rule_suggestions', {}, ['rule']), staleTime: 0 };
  const suggestions = useQuery(read).data?.data ?? [];
  if (suggestions.length === 0) return null;
  return (
    <Section title={t('suggested')} about={t('suggested_about')}>
      <Stack gap="xs">
        {suggestions.map((suggestion) => (
          <Suggestion key={suggestion.id} suggestion={suggestion} />
        ))}
      </Stack>
    </Section>
  );
}

function Suggestion({ suggestion }: { suggestion: Schemas['RuleSuggestion'] }) {
  const words = useWords();
  const { id, rule, hit_count: hits, contradiction_count: wrong, other_count: others } = suggestion;
  const path = { id };
  const draft: Draft = { ...rule, conditions: rule.conditions ?? [] };
  return (
    <Paper withBorder p="sm" component="article" aria-label={words.actions(draft)}>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm">
            {t('when')}: {words.conditions(draft)}
          </Text>
          <Text size="sm" fw={600}>
            {words.actions(draft)}
          </Text>
          <Note size="xs">
            {t('right', { hits: formats.number(hits), all: formats.number(hits + wrong) })}
            {others > 0 && ` · ${t('others', { count: others, shown: formats.number(others) })}`}
          </Note>
        </div>
        <Group gap="xs">
          <Act
            variant="filled"
            call={() => client.post('/rule_suggestions/{id}/accept', { path })}
            changes={['rule']}
          >
            {t('accept')}
          </Act>
          <Act
            call={() => client.post('/rule_suggestions/{id}/dismiss', { path })}
            changes={['rule']}
          >
            {t('dismiss')}
          </Act>
        </Group>
      </Group>
    </Paper>
  );
}
