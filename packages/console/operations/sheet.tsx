import type { ComponentProps } from 'react';
import { Stack, Text, Title } from '@mantine/core';
import { Rows } from '../parts/rows.tsx';

/** A table with a title; without rows, what that means. */
export function Sheet({
  title,
  none,
  ...table
}: Omit<ComponentProps<typeof Rows>, 'label'> & { title: string; none: string }) {
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {table.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Rows label={title} {...table} />
      )}
    </Stack>
  );
}
