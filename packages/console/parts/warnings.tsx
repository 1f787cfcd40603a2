import { Alert, List } from '@mantine/core';
import { texts } from '../app/texts.ts';

const t = texts('parts');

/** What is doubtful, in a list; without doubts nothing. */
export function Warnings({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t('warnings')}>
      <List size="sm">
        {of.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
