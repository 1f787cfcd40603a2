import { useTexts } from '../app/texts.ts';

interface Fault {
  readonly code: string;
  readonly message?: string | null;
}

/** A fault that the service names by a code, in the reader's language; where that lacks it, in the service's own sentence. */
export function useFaultWords(): (fault: Fault) => string {
  const t = useTexts('codes') as unknown as (
    key: string,
    values: { defaultValue: string },
  ) => string;
  return ({ code, message }) => t(code, { defaultValue: message ?? code });
}
