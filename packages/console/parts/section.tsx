import { useId } from 'react';
import type { ReactNode } from 'react';
import { Group, Paper, Title } from '@mantine/core';
import { Note } from './note.tsx';

interface Props {
  title: string;
  about?: ReactNode;
  /** What can be done here, at the end of the heading's line. */
  actions?: ReactNode;
  isBoxed?: boolean;
  children?: ReactNode;
}

/** A part of a page, with its heading. */
export function Section({ title, about, actions, isBoxed = false, children }: Props) {
  const id = useId();
  const frame = isBoxed ? { withBorder: true, p: 'md' } : { bg: 'transparent' };
  return (
    <Paper component="section" aria-labelledby={id} {...frame}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about && <Note>{about}</Note>}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
