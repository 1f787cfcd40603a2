import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { texts } from '../../app/index.ts';

const t = texts('settings');

/** A secret that is shown this once. Only the button closes it. */
export function ShownOnce({
  title,
  secret,
  close,
}: {
  title: string;
  secret: string | null;
  close: () => void;
}) {
  return (
    <Modal
      opened={secret !== null}
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">{t('keys.once')}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {secret}
        </Code>
        <Group gap="xs">
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button variant="filled" onClick={copy} data-autofocus>
                {t(copied ? 'keys.copied' : 'keys.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>{t('close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
