import { Anchor, List, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { texts } from '../app/index.ts';
import { Loaded, Note, Page } from '../parts/index.ts';
import { householdsQuery } from './api.ts';

const t = texts('operations');

/** One household found by its name or an id. */
export function HouseholdsPage() {
  const { q = '' }: { q?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const ask = useDebouncedCallback((asked: string) => {
    void navigate({ to: '/households' as never, search: { q: asked } as never, replace: true });
  }, 250);
  const found = useQuery(householdsQuery(q));
  return (
    <Page title={t('households')} about={t('households_about')}>
      <TextInput
        type="search"
        label={t('find')}
        defaultValue={q}
        onChange={({ currentTarget }) => ask(currentTarget.value)}
        maw={480}
        autoFocus
      />
      {q.trim() !== '' && (
        <Loaded query={found} empty={<Note>{t('not_found')}</Note>}>
          {({ data }) => (
            <List listStyleType="none">
              {data.map(({ id, name, currency }) => (
                <List.Item key={id}>
                  <Anchor component={Link} to={`/households/${id}`}>
                    {name}
                  </Anchor>{' '}
                  <Note span>
                    {currency} · {id}
                  </Note>
                </List.Item>
              ))}
            </List>
          )}
        </Loaded>
      )}
    </Page>
  );
}
