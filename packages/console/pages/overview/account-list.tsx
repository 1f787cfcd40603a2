import { Table, Text, Title } from '@mantine/core';
import { type Schemas, useFormats, useTexts } from '../../app/index.ts';
import { Amount, Note, TextLink } from '../../parts/index.ts';

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
  const t = useTexts('overview');
  const types = Object.keys(TYPES) as Account['type'][];
  const groups = types.map((type) => [type, accounts.filter((one) => one.type === type)] as const);
  return (
    <section aria-labelledby="accounts">
      <Title order={2} id="accounts" mb="xs">
        {t('accounts')}
      </Title>
      <Table className="list" aria-labelledby="accounts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('account')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('as_of')}</Table.Th>
            <Table.Th ta="right">{t('balance')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {groups
          .filter(([, rows]) => rows.length > 0)
          .map(([type, rows]) => (
            <Table.Tbody key={type}>
              <Table.Tr className="group">
                <Table.Th colSpan={3} scope="rowgroup">
                  {t(`type.${type}`)}
                </Table.Th>
              </Table.Tr>
              {rows.map((account) => (
                <Row key={account.id} account={account} />
              ))}
            </Table.Tbody>
          ))}
      </Table>
    </section>
  );
}

function Row({ account }: { account: Account }) {
  const t = useTexts('overview');
  const formats = useFormats();
  const { id, name, institution_name: bank, balance, balance_at: at, currency, provider } = account;
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/transactions" search={{ account: id }} c="inherit">
          {name}
        </TextLink>
        <Note size="xs">
          {[bank, account.status === 'disabled' ? t('disabled') : null].filter(Boolean).join(' · ')}
        </Note>
        {provider?.last_error && (
          <Text size="xs" c="red">
            {provider.last_error.message}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {at !== null && (
          <Note component="time" dateTime={at} title={formats.instant(at)}>
            {formats.ago(at)}
          </Note>
        )}
      </Table.Td>
      <Table.Td ta="right">
        {balance !== null && currency !== null ? (
          <Amount value={balance} currency={currency} />
        ) : (
          <Note>{t('no_balance')}</Note>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
