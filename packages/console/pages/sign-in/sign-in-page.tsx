import { Center, Paper, PasswordInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useRouter, useSearch } from '@tanstack/react-router';
import { forgetHousehold, texts } from '../../app/index.ts';
import { signIn } from '../../app/session.ts';
import { Form } from '../../parts/form.tsx';
import { Note } from '../../parts/page.tsx';

const t = texts('sign-in');

export default function SignInPage() {
  const router = useRouter();
  const { next = '/app' } = useSearch({ from: '/app/sign-in' });
  const enter = async (key: string): Promise<void> => {
    if (!(await signIn({ api_key: key.trim() }))) throw new Error(t('refused'));
    forgetHousehold();
    await router.navigate({ href: next });
  };
  useDocumentTitle(`${t('title')} · Ledgerline`);
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w={420} maw="100%">
        <Title order={1}>{t('title')}</Title>
        <Note my="sm">{t('about')}</Note>
        <Form
          first={{ key: '' }}
          fields={{
            key: {
              input: PasswordInput,
              label: t('key'),
              autoComplete: 'off',
              required: true,
              autoFocus: true,
            },
          }}
          send={({ key }) => enter(key)}
          submit={t('submit')}
        />
      </Paper>
    </Center>
  );
}
