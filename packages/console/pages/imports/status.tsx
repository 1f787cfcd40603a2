import { Badge } from '@mantine/core';
import type { Schemas } from '@ledgerline/client';
import { useImportTexts } from './texts.ts';

type State = Schemas['Import' | 'ImportSession']['status'];

const COLOURS: Partial<Record<State, string>> = {
  complete: 'teal',
  failed: 'red',
  publishing: 'blue',
  importing: 'blue',
  undoing: 'blue',
};

/** The state of an import or of a history. */
export function Status({ of }: { of: State }) {
  const t = useImportTexts();
  return (
    <Badge variant="dot" color={COLOURS[of] ?? 'gray'} component="span">
      {t(`status.${of}`)}
    </Badge>
  );
}
