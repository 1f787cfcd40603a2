import { useState } from 'react';
import type { DragEvent } from 'react';
import { FileButton, Button, Paper, Stack, Text } from '@mantine/core';
import { texts } from '../../app/index.ts';
import { Note } from '../../parts/index.ts';

const t = texts('imports');

const ACCEPTED =
  '.csv,.tsv,.txt,.xls,.xlsx,.ods,.zip,.xml,.ofx,.qfx,.qif,.sta,.mt940,.940,.942,.ndjson,.json,text/csv';

/** Where a file is dropped or chosen. It stays in the browser until it is imported. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const drop = (event: DragEvent): void => {
    over(false)(event);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    <Paper
      withBorder
      p="xl"
      data-drop
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
      {...(isOver && { bg: 'var(--mantine-color-teal-light)' })}
    >
      <Stack align="center" gap="xs" ta="center">
        <Text fw={600}>{t('drop')}</Text>
        <Note maw="52ch">{t('drop_about')}</Note>
        <FileButton onChange={(file) => file && onFile(file)} accept={ACCEPTED}>
          {(props) => (
            <Button variant="filled" {...props}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Paper>
  );
}
