import { Stack } from '@mantine/core';
import { client, useReadingAll, useTexts } from '../../app/index.ts';
import { Act, EmptyState, Loaded, Note, Rows } from '../../parts/index.ts';

/** The settings that files of a bank are read with. */
export function Profiles() {
  const t = useTexts('settings');
  const profiles = useReadingAll('/import_profiles', {}, ['import_profile']);
  const accounts = useReadingAll('/accounts', {}, ['account']).data ?? [];
  return (
    <Loaded query={profiles}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('profiles.empty')}>{t('profiles.empty_text')}</EmptyState>
        ) : (
          <Stack>
            <Note>{t('profiles.about')}</Note>
            <Rows
              label={t('section.profiles')}
              head={[t('name'), t('profiles.type'), t('profiles.account'), '']}
              endsFrom={3}
              rows={rows.map(({ id, name, type, account_id: account }) => ({
                key: id,
                cells: [
                  name,
                  type,
                  accounts.find((one) => one.id === account)?.name ?? t('profiles.any'),
                  <Act
                    size="compact-xs"
                    variant="subtle"
                    color="red"
                    label={t('profiles.remove_label', { name })}
                    call={() => client.delete('/import_profiles/{id}', { path: { id } })}
                    changes={['import_profile']}
                  >
                    {t('profiles.remove')}
                  </Act>,
                ],
              }))}
            />
          </Stack>
        )
      }
    </Loaded>
  );
}
