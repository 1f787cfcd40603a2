import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { client, queryClient, useReading, texts } from '../../app/index.ts';
import { Act, Section } from '../../parts/index.ts';
import { sessionKey } from '../../app/session.ts';

const t = texts('settings');

/** Taking everything along, and what ends the household. */
export function Data() {
  const household = useReading('/household', {}, ['household']).data?.data;
  const [typed, setTyped] = useInputState('');
  const confirm = household?.id ?? '';
  return (
    <Stack gap="xl" maw="70ch">
      <Section title={t('data.export')} about={t('data.export_about')}>
        <Button component="a" href="/api/v1/export" download="ledgerline.ndjson">
          {t('data.download')}
        </Button>
      </Section>
      <Section title={t('data.delete')} about={`${t('data.delete_about')} ${t('data.removal')}`}>
        <Group align="flex-end">
          <TextInput
            flex="1 1 240px"
            label={t('data.type_name', { name: household?.name ?? '' })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
          <Act
            size="sm"
            disabled={household === undefined || typed.trim() !== household.name}
            ask={t('data.delete_sure')}
            call={() => client.delete('/household', { query: { confirm } })}
            // Its keys are closed, and with them this session.
            then={() => queryClient.setQueryData(sessionKey, null)}
          >
            {t('data.delete')}
          </Act>
        </Group>
      </Section>
    </Stack>
  );
}
