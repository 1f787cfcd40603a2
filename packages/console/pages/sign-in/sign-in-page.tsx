import { Alert, Center, Paper, PasswordInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetHousehold, texts } from '../../app/index.ts';
import { hadSession, signIn } from '../../app/session.ts';
import { Form } from '../../parts/form.tsx';
import { Note } from '../../parts/page.tsx';

const t = texts('sign-in');
const parts = texts('parts');

export default function SignInPage() {
  const router = useRouter();
  const [isOver] = useState(hadSession);
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
        {isOver && (
          <Alert color="yellow" mb="sm">
            {parts('fault.session')}
          </Alert>
        )}
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
