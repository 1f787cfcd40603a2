import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { client, formats, texts, useReading } from '../../app/index.ts';
import { act, ButtonLink } from '../../parts/actions.tsx';
import { AmountInput } from '../../parts/amount-input.tsx';
import { Form } from '../../parts/form.tsx';
import { ACCOUNT_KINDS, choices } from '../../parts/lookups.ts';
import { Faults, Loaded, Page } from '../../parts/page.tsx';
import { Amount } from '../../parts/rows.tsx';

const t = texts('overview');

/** An account: its balance, a form for what a person may change, and a button that deletes it. */
export default function AccountPage() {
  const path = useParams({ from: '/app/accounts/$id' });
  const navigate = useNavigate();
  const search = { account_id: path.id };
  const booked = useReading('/transactions', { query: { ...search, per_page: 1 } }).data?.meta;
  const count = booked?.total_count ?? 0;
  const remove = () => client.delete('/accounts/{id}', { path });
  return (
    <Loaded page={t('account')} query={useReading('/accounts/{id}', { path })}>
      {({ data: { name, type, number, provider, opening_balance, ...of }, etag: ifMatch }) => (
        <Page
          title={name}
          about={
            <>
              <Amount value={of.balance} currency={of.currency} none={t('no_balance')} />
              {of.balance_at !== null && ` · ${formats.ago(of.balance_at)}`}
              {of.institution_name !== null && ` · ${of.institution_name}`}
              <Faults of={provider?.last_error ? [provider.last_error] : []} />
            </>
          }
          actions={
            <>
              <ButtonLink to="/app/transactions" search={search}>
                {t('its_transactions', { count })}
              </ButtonLink>
              {booked &&
                act(t('delete'), remove, {
                  ask: t('delete_sure', { name, count }),
                  then: () => void navigate({ to: '/app' }),
                })}
            </>
          }
        >
          <Form
            key={path.id}
            first={{ name, type, number, ...(opening_balance !== null && { opening_balance }) }}
            fields={{
              name: { label: t('name'), required: true, maxLength: 255 },
              type: {
                input: Select,
                label: t('kind'),
                data: choices(ACCOUNT_KINDS, (kind) => t(`type.${kind}`)),
              },
              number: { label: t('number'), description: t('number_about'), maxLength: 64 },
              ...(opening_balance !== null && {
                opening_balance: { input: AmountInput, label: t('opening'), required: true },
              }),
            }}
            send={(body) => client.patch('/accounts/{id}', { path, body, ifMatch })}
            then={() => notifications.show({ message: t('saved') })}
            submit={t('save')}
          />
        </Page>
      )}
    </Loaded>
  );
}
