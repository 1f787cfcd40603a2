import { useReadingAll, texts } from '../../app/index.ts';
import { ButtonLink, EmptyState, Loaded, Page } from '../../parts/index.ts';
import { AccountList } from './account-list.tsx';
import { Attention } from './attention.tsx';
import { NetWorth } from './net-worth.tsx';

const t = texts('overview');

/** What a household has, and what needs a person. */
export function OverviewPage() {
  const accounts = useReadingAll('/accounts', {}, ['account', 'balance']);
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
