import { useQuery } from '@tanstack/react-query';
import { readingAll } from '../../app/queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Loaded } from '../../parts/states.tsx';
import { AccountList } from './account-list.tsx';
import { Attention } from './attention.tsx';
import { NetWorth } from './net-worth.tsx';
import { useOverviewTexts } from './texts.ts';

/** What a household has, and what needs a person. */
export function OverviewPage() {
  const t = useOverviewTexts();
  const accounts = useQuery(readingAll('/accounts', {}, ['account', 'balance']));
  return (
    <Page title={t('title')}>
      <Loaded query={accounts} lines={10}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title={t('empty.title')}
              action={
                <ButtonLink variant="filled" to="/connections">
                  {t('empty.connect')}
                </ButtonLink>
              }
            >
              {t('empty.text')}
            </EmptyState>
          ) : (
            <>
              <Attention />
              <NetWorth />
              <AccountList accounts={rows} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
