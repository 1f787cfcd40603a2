import { Button, Center, Paper, PasswordInput, Title } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient, useTexts } from '../../app/index.ts';
import { Form, Note } from '../../parts/index.ts';
import { signIn } from '../../app/session.ts';

export function SignInPage() {
  const t = useTexts('sign-in');
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  const [key, setKey] = useInputState('');
  const attempt = useMutation({
    mutationFn: () => signIn({ api_key: key.trim() }),
    onSuccess: (isIn) => {
      if (!isIn) return;
      // What was read before may be of another household.
      queryClient.clear();
      void router.navigate({ href: next ?? '/' });
    },
  });
  useEffect(() => {
    document.title = `${t('title')} · Ledgerline`;
  }, [t]);
  const fault = attempt.isError ? t('unavailable') : attempt.data === false ? t('refused') : null;
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w={420} maw="100%">
        <Form send={() => attempt.mutate()}>
          <Title order={1}>{t('title')}</Title>
          <Note>{t('about')}</Note>
          <PasswordInput
            label={t('key')}
            value={key}
            onChange={setKey}
            error={fault}
            autoComplete="off"
            required
            autoFocus
          />
          <Button variant="filled" size="sm" type="submit" loading={attempt.isPending}>
            {t('submit')}
          </Button>
        </Form>
      </Paper>
    </Center>
  );
}
