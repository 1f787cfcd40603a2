import {
  createPolymorphicComponent,
  Group,
  Paper,
  Stack,
  Text,
  type TextProps,
  Title,
} from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';

/** What is said in passing: smaller and quieter than the text around it. */
export const Note = createPolymorphicComponent<'p', TextProps>((props: TextProps) => (
  <Text size="sm" c="dimmed" {...props} />
));

interface PageProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title, which is the tab's too, what can be done here, and its content. */
export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Ledgerline`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={1}>{title}</Title>
          {about && <Note component="div">{about}</Note>}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** What can be done here, at the end of the heading's line. */
  actions?: ReactNode;
  isBoxed?: boolean;
  /** Of the heading. */
  order?: 2 | 3;
  children?: ReactNode;
}

/** A part of a page, with its heading. */
export function Section({
  title,
  about,
  actions,
  isBoxed = false,
  order = 2,
  ...props
}: SectionProps) {
  const id = useId();
  const frame = isBoxed ? { withBorder: true, p: 'md' } : { bg: 'transparent' };
  return (
    <Paper component="section" aria-labelledby={id} {...frame}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div>
          <Title order={order} id={id}>
            {title}
          </Title>
          {about && <Note component="div">{about}</Note>}
        </div>
        {actions}
      </Group>
      {props.children}
    </Paper>
  );
}
