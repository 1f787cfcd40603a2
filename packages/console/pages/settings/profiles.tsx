import { Button, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../app/client.ts';
import { readingAll, useWrite } from '../../app/queries.ts';
import { EmptyState, Loaded } from '../../parts/states.tsx';
import { useSettingsTexts } from './texts.ts';

/** The settings that files of a bank are read with. */
export function Profiles() {
  const t = useSettingsTexts();
  const profiles = useQuery(readingAll('/import_profiles', {}, ['import_profile']));
  const accounts = useQuery(readingAll('/accounts', {}, ['account'])).data ?? [];
  const remove = useWrite(
    (id: string) => client.delete('/import_profiles/{id}', { path: { id } }),
    ['import_profile'],
  );
  return (
    <Loaded query={profiles}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('profiles.empty')}>{t('profiles.empty_text')}</EmptyState>
        ) : (
          <Stack>
            <Text size="sm" c="dimmed">
              {t('profiles.about')}
            </Text>
            <Table className="list" aria-label={t('section.profiles')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('name')}</Table.Th>
                  <Table.Th>{t('profiles.type')}</Table.Th>
                  <Table.Th>{t('profiles.account')}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ id, name, type, account_id: account }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{type}</Table.Td>
                    <Table.Td>
                      {accounts.find((one) => one.id === account)?.name ?? t('profiles.any')}
                    </Table.Td>
                    <Table.Td ta="right">
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        color="red"
                        aria-label={t('profiles.remove_label', { name })}
                        onClick={() => remove.mutate(id)}
                      >
                        {t('profiles.remove')}
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Stack>
        )
      }
    </Loaded>
  );
}
