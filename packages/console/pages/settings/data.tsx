import { Button, Stack, Text, Title } from '@mantine/core';
import { useSettingsTexts } from './texts.ts';

/** Taking everything along, and what ends the household. */
export function Data() {
  const t = useSettingsTexts();
  return (
    <Stack gap="xl" maw="70ch">
      <section aria-labelledby="export">
        <Title order={2} id="export">
          {t('data.export')}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {t('data.export_about')}
        </Text>
        <Button component="a" href="/api/v1/export" download="ledgerline.ndjson" variant="default">
          {t('data.download')}
        </Button>
      </section>
      <section aria-labelledby="delete">
        <Title order={2} id="delete">
          {t('data.delete')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('data.delete_about')} {t('data.removal')}
        </Text>
      </section>
    </Stack>
  );
}
