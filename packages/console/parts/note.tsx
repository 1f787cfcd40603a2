import { createPolymorphicComponent, Text } from '@mantine/core';
import type { TextProps } from '@mantine/core';

/** What is said in passing: smaller and quieter than the text around it. */
export const Note = createPolymorphicComponent<'p', TextProps>((props: TextProps) => (
  <Text size="sm" c="dimmed" {...props} />
));
