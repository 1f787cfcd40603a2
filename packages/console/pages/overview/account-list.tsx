import { Text } from '@mantine/core';
import { type Schemas, formats, texts } from '../../app/index.ts';
import { Amount, Note, Sheet, TextLink, faultWords } from '../../parts/index.ts';

const t = texts('overview');

type Account = Schemas['Account'];

/** The kinds in their order: what one has, then what one owes. One that is missing here is an error of types. */
const TYPES: Readonly<Record<Account['type'], true>> = {
  Depository: true,
  Investment: true,
  Crypto: true,
  Property: true,
  Vehicle: true,
  OtherAsset: true,
  CreditCard: true,
  Loan: true,
  OtherLiability: true,
};

/** All accounts by kind, each with the balance in its own currency and how fresh it is. */
export function AccountList({ accounts }: { accounts: readonly Account[] }) {
  const rowOf = ({ id, balance, balance_at: at, currency, ...account }: Account) => ({
    key: id,
    cells: [
      <Named id={id} {...account} />,
      at !== null && (
        <Note component="time" dateTime={at} title={formats.instant(at)}>
          {formats.ago(at)}
        </Note>
      ),
      balance !== null && currency !== null ? (
        <Amount value={balance} currency={currency} />
      ) : (
        <Note span>{t('no_balance')}</Note>
      ),
    ],
  });
  const rows = (Object.keys(TYPES) as Account['type'][]).flatMap((type) => {
    const some = accounts.filter((account) => account.type === type);
    return some.length === 0 ? [] : [{ key: type, cells: [t(`type.${type}`)] }, ...some.map(rowOf)];
  });
  const head = [t('account'), t('as_of'), t('balance')];
  return <Sheet title={t('accounts')} head={head} rows={rows} endsFrom={2} none="" />;
}

type NamedProps = Pick<Account, 'id' | 'name' | 'institution_name' | 'status' | 'provider'>;

function Named({ id, name, institution_name: bank, status, provider }: NamedProps) {
  const about = [bank, status === 'disabled' ? t('disabled') : null].filter(Boolean);
  return (
    <>
      <TextLink to="/transactions" search={{ account: id }} c="inherit" dir="auto">
        {name}
      </TextLink>
      {about.length > 0 && <Note size="xs">{about.join(' · ')}</Note>}
      {provider?.last_error && (
        <Text size="xs" c="red">
          {faultWords(provider.last_error)}
        </Text>
      )}
    </>
  );
}
