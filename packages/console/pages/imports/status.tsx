import { Badge } from '@mantine/core';
import { type Schemas, texts } from '../../app/index.ts';

const t = texts('imports');

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
  return (
    <Badge variant="dot" color={COLOURS[of] ?? 'gray'} component="span">
      {t(`status.${of}`)}
    </Badge>
  );
}
