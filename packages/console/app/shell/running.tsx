import { CloseButton, Group, Loader, Stack, Text } from '@mantine/core';
import type { Run } from '@ledgerline/client';
import { texts } from '../texts.ts';
import { forgetRun, useRuns } from '../runs.ts';
import { Note } from '../../parts/note.tsx';

const t = texts('shell');

const isFailed = (run: Run): boolean => run.status === 'failed';

/** Long work that was begun here: it goes on while the reader is on another page. */
export function Running() {
  const runs = useRuns();
  if (runs.length === 0) return null;
  return (
    <Stack gap={4} p="xs" role="status">
      <Note size="xs" fw={600}>
        {t('runs.title')}
      </Note>
      {runs.map(({ id, label, run, isOver }) => (
        <Group key={id} gap="xs" wrap="nowrap">
          {!isOver && <Loader size={14} />}
          <Text size="sm" truncate flex={1}>
            {label}
          </Text>
          {isOver && (
            <>
              <Text size="xs" c={isFailed(run) ? 'red' : 'dimmed'}>
                {t(isFailed(run) ? 'runs.failed' : 'runs.over')}
              </Text>
              <CloseButton
                size="xs"
                aria-label={t('runs.forget', { label })}
                onClick={() => forgetRun(id)}
              />
            </>
          )}
        </Group>
      ))}
    </Stack>
  );
}
