import { Button, Group, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { usePartsTexts } from './texts.ts';

/** A button for what is not easily put back: it asks in its own place, and the second click does it. */
export function AskFirst({
  question,
  onSure,
  label,
  children,
  ...button
}: ButtonProps & {
  question: string;
  onSure: () => void;
  /** What is read aloud, where several buttons have the same words. */
  label?: string;
  children: string;
}) {
  const t = usePartsTexts();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button
        variant="subtle"
        color="red"
        aria-label={label}
        {...button}
        onClick={() => setAsking(true)}
      >
        {children}
      </Button>
    );
  }
  const cancel = (): void => setAsking(false);
  return (
    <Group gap="xs" role="alert">
      <Text size="sm" maw="46ch">
        {question}
      </Text>
      <Button {...button} variant="filled" color="red" onClick={onSure}>
        {children}
      </Button>
      {/* Last, where the first click was: a double click changes nothing. */}
      <Button {...button} variant="default" color="gray" loading={false} onClick={cancel}>
        {t('cancel')}
      </Button>
    </Group>
  );
}
