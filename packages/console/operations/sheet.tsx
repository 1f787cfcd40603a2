import type { ReactNode } from 'react';
import { Stack, Table, Text, Title } from '@mantine/core';

/** A table with a title; without rows, what that means. */
export function Sheet({
  title,
  head,
  rows,
  none,
}: {
  title: string;
  head: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  none: string;
}) {
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table verticalSpacing={4} aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                {head.map((text) => (
                  <Table.Th key={text}>{text}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, cells }) => (
                <Table.Tr key={key}>
                  {cells.map((cell, at) => (
                    <Table.Td key={head[at]}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
