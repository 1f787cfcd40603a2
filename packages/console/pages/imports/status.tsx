import { Badge } from '@mantine/core';
import { type Schemas, useTexts } from '../../app/index.ts';

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
  const t = useTexts('imports');
  return (
    <Badge variant="dot" color={COLOURS[of] ?? 'gray'} component="span">
      {t(`status.${of}`)}
    </Badge>
  );
}
