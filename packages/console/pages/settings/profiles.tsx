import { client, useReadingAll, texts } from '../../app/index.ts';
import { Act, EmptyState, Loaded, Note, Rows } from '../../parts/index.ts';

const t = texts('settings');
const types = texts('imports');

/** The settings that files of a bank are read with. */
export function Profiles() {
  const profiles = useReadingAll('/import_profiles', {}, ['import_profile']);
  const accounts = useReadingAll('/accounts', {}, ['account']).data ?? [];
  const empty = <EmptyState title={t('profiles.empty')}>{t('profiles.empty_text')}</EmptyState>;
  return (
    <Loaded query={profiles} empty={empty}>
      {(rows) => (
        <>
          <Note mb="sm">{t('profiles.about')}</Note>
          <Rows
            label={t('section.profiles')}
            head={[t('name'), t('profiles.type'), t('profiles.account'), '']}
            endsFrom={3}
            rows={rows.map(({ id, name, type, account_id: account }) => ({
              key: id,
              cells: [
                name,
                types(`type.${type}`),
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
        </>
      )}
    </Loaded>
  );
}
