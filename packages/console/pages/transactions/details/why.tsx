import { Stack, Text } from '@mantine/core';
import { type Schemas, formats, useReading, useReadingAll, texts } from '../../../app/index.ts';
import { Loaded, Note, Section, type Transaction, useLookups } from '../../../parts/index.ts';

const t = texts('transactions');

type Change = Schemas['TransactionChange'];
/** Which rule, person, bank or import set which value, newest first. */
export function Why({ row }: { row: Transaction }) {
  const options = { path: { id: row.id }, query: { per_page: 50 } };
  const changes = useReading('/transactions/{id}/changes', options, ['transaction']);
  const rules = useReadingAll('/rules', {}, ['rule']).data ?? [];
  const { names } = useLookups();
  const value = (text: string | null): string => {
    if (text === null || text === '' || text === '[]') return t('details.nothing');
    if (text === 'true' || text === 'false')
      return t(text === 'true' ? 'details.yes' : 'details.no');
    return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id);
  };
  const source = ({ source: by, rule_id: id }: Change): string => {
    if (by !== 'rule') return t(`details.source.${by}`);
    const rule = rules.find((one) => one.id === id);
    return rule?.name ? t('details.source.rule', { name: rule.name }) : t('details.source.a_rule');
  };
  return (
    <Section order={3} title={t('details.why')}>
      <Loaded query={changes} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Note>{t('details.no_changes')}</Note>
          ) : (
            <Stack gap={6} component="ol" m={0} p={0}>
              {data.map((change, at) => (
                <Text key={at} size="sm" component="li" style={{ listStyle: 'none' }}>
                  {fieldName(change.attribute)}: {value(change.old_value)} →{' '}
                  {value(change.new_value)}
                  <Note size="xs">
                    {source(change)} · {formats.ago(change.created_at)}
                  </Note>
                </Text>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

/** An attribute as people call it. */
export const fieldName = (attribute: string): string =>
  t(`field.${attribute}` as 'field.name', { defaultValue: attribute });
