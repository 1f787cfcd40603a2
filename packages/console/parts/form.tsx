import { Stack } from '@mantine/core';
import type { StackProps } from '@mantine/core';

/** Fields below one another, and what sending them does; the page stays. */
export function Form({ send, ...fields }: StackProps & { send: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack {...fields} />
    </form>
  );
}
