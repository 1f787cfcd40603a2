import { notifications } from '@mantine/notifications';
import { errorWords } from './error-words.ts';
import { usePartsTexts } from './texts.ts';

function ErrorWords({ error }: { error: unknown }) {
  return errorWords(error, usePartsTexts());
}

function ErrorTitle() {
  return usePartsTexts()('fault.title');
}

/** Says in a notification why something did not work. */
export function showError(error: unknown): void {
  notifications.show({
    title: <ErrorTitle />,
    message: <ErrorWords error={error} />,
    color: 'red',
    autoClose: 10_000,
  });
}
