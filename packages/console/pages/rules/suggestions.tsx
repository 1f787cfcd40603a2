import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ledgerline/client';
import { client } from '../../app/client.ts';
import { useFormats } from '../../app/format.ts';
import { reading, useWrite } from '../../app/queries.ts';
import type { Lookups } from '../../parts/lookups.ts';
import type { Draft } from './draft.ts';
import { useRulesTexts } from './texts.ts';
import { useWords } from './words.ts';

/** Rules that would have done what people did by hand. Without one, or when they cannot be read, nothing is shown. */
export function Suggestions({ lookups }: { lookups: Lookups }) {
  const t = useRulesTexts();
  // Each visit tries them on the latest edits; a sync that is under way does not.
  const read = { ...reading('/rule_suggestions', {}, ['rule']), staleTime: 0 };
  const suggestions = useQuery(read).data?.data ?? [];
  if (suggestions.length === 0) return null;
  return (
    <section aria-labelledby="suggested">
      <Title order={2} size="h4" id="suggested">
        {t('suggested')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('suggested_about')}
      </Text>
      <Stack gap="xs">
        {suggestions.map((suggestion) => (
          <Suggestion key={suggestion.id} suggestion={suggestion} lookups={lookups} />
        ))}
      </Stack>
    </section>
  );
}

function Suggestion({
  suggestion,
  lookups,
}: {
  suggestion: Schemas['RuleSuggestion'];
  lookups: Lookups;
}) {
  const t = useRulesTexts();
  const formats = useFormats();
  const words = useWords(lookups);
  const { id, rule, hit_count: hits, contradiction_count: wrong, other_count: others } = suggestion;
  const path = { id };
  const draft: Draft = { ...rule, conditions: rule.conditions ?? [] };
  const accept = useWrite(() => client.post('/rule_suggestions/{id}/accept', { path }), ['rule']);
  const dismiss = useWrite(() => client.post('/rule_suggestions/{id}/dismiss', { path }), ['rule']);
  const isBusy = accept.isPending || dismiss.isPending;
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
          <Text size="xs" c="dimmed">
            {t('right', { hits: formats.number(hits), all: formats.number(hits + wrong) })}
            {others > 0 && ` · ${t('others', { count: others, shown: formats.number(others) })}`}
          </Text>
        </div>
        <Group gap="xs">
          <Button size="xs" disabled={isBusy} onClick={() => accept.mutate()}>
            {t('accept')}
          </Button>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => dismiss.mutate()}>
            {t('dismiss')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
