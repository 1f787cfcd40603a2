import { notifications } from '@mantine/notifications';
import { useTexts } from '../app/texts.ts';
import { useErrorWords } from './fault-words.ts';

function ErrorWords({ error }: { error: unknown }) {
  return useErrorWords()(error);
}

function ErrorTitle() {
  return useTexts('parts')('fault.title');
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
