import { Alert, List } from '@mantine/core';
import { formats, useReading, texts } from '../../app/index.ts';
import { Figure } from './rows-read.tsx';

const t = texts('imports');

const SHOWN = 100;

/** What undoing left, and why. */
export function Kept({ importId }: { importId: string }) {
  const options = { path: { id: importId }, query: { per_page: SHOWN } };
  const kept = useReading('/imports/{id}/kept', options, ['import']).data;
  if (kept === undefined || kept.data.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t('kept')}>
      <List size="sm">
        {kept.data.map(({ id, kind, date, amount, currency, name, reason }) => (
          <List.Item key={id}>
            {date !== null && `${formats.day(date)} `}
            {amount !== null && <Figure value={amount} currency={currency} />} {name ?? kind}:{' '}
            {t(`kept_because.${reason}`)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
