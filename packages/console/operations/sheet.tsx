import type { ComponentProps } from 'react';
import { Stack, Title } from '@mantine/core';
import { Note, Rows } from '../parts/index.ts';

/** A table with a title; without rows, what that means. */
export function Sheet({
  title,
  none,
  ...table
}: Omit<ComponentProps<typeof Rows>, 'label'> & { title: string; none: string }) {
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {table.rows.length === 0 ? <Note>{none}</Note> : <Rows label={title} {...table} />}
    </Stack>
  );
}
