import { Code, Mark, Stack, Table, Text, Title } from '@mantine/core';
import { useFormats, useTexts } from '../../app/index.ts';
import { Amount, Note } from '../../parts/index.ts';
import type { Preflight } from './judge.ts';

interface Props {
  preflight: Preflight;
  lines: Readonly<Record<number, string>>;
}

/** Lines of the file, and beside each what was read from it. */
export function RowsRead({ preflight: { sample = [] }, lines }: Props) {
  const t = useTexts('imports');
  const formats = useFormats();
  if (sample.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2}>{t('rows_read')}</Title>
      <Table.ScrollContainer minWidth={760} mah={420}>
        <Table stickyHeader verticalSpacing={4} aria-label={t('rows_read')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="right">{t('line')}</Table.Th>
              <Table.Th>{t('in_file')}</Table.Th>
              <Table.Th>{t('date')}</Table.Th>
              <Table.Th ta="right">{t('amount')}</Table.Th>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th>{t('category')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sample.map(({ line, date, amount, currency, name, category, pending }) => (
              <Table.Tr key={line}>
                <Table.Td ta="right" c="dimmed">
                  {line}
                </Table.Td>
                <Table.Td maw={360}>
                  <Text truncate ff="monospace" size="xs" title={lines[line] ?? ''}>
                    {lines[line]}
                  </Text>
                </Table.Td>
                <Table.Td>{date === null ? '–' : formats.day(date)}</Table.Td>
                <Table.Td ta="right">
                  {amount === null ? '–' : <Figure value={amount} currency={currency} />}
                </Table.Td>
                <Table.Td>
                  {name}
                  {pending && (
                    <Note span size="xs">
                      {` · ${t('pending')}`}
                    </Note>
                  )}
                </Table.Td>
                <Table.Td c="dimmed">{category}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

/** An amount, whose currency is the account's where the row names none. */
export function Figure({ value, currency }: { value: string; currency: string | null }) {
  const formats = useFormats();
  return currency === null ? (
    <span className="figures">{formats.number(value)}</span>
  ) : (
    <Amount value={value} currency={currency} signed />
  );
}

/** What is wrong, at the cell where it is. */
export function Faults({ preflight: { errors }, lines }: Props) {
  const t = useTexts('imports');
  if (errors.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2}>{t('faults')}</Title>
      <Table aria-label={t('faults')} verticalSpacing={4}>
        <Table.Tbody>
          {errors.map(({ code, message, line, column, value }) => (
            <Table.Tr key={`${code} ${line} ${column} ${message}`}>
              <Table.Td ta="right" c="dimmed" w={64}>
                {line}
              </Table.Td>
              <Table.Td>
                <Text size="sm">{message}</Text>
                {line !== undefined && lines[line] !== undefined && (
                  <Code block>{marked(lines[line], value)}</Code>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function marked(line: string, value: string | undefined) {
  const at = value ? line.indexOf(value) : -1;
  if (value === undefined || at < 0) return line;
  return (
    <>
      {line.slice(0, at)}
      <Mark>{value}</Mark>
      {line.slice(at + value.length)}
    </>
  );
}
