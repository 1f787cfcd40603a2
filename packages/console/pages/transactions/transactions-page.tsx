import { CloseButton, Group, Input, SegmentedControl, Text, Textarea } from '@mantine/core';
import type { SegmentedControlProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { client, type Schemas, texts } from '../../app/index.ts';
import { ButtonLink, DialogButton, FirstSteps } from '../../parts/actions.tsx';
import { CategoryPicker, Form, NamePicker } from '../../parts/form.tsx';
import { errorWords } from '../../parts/fault-words.ts';
import { choices, type Transaction } from '../../parts/lookups.ts';
import { EmptyState, Loaded, Note, Page } from '../../parts/page.tsx';
import { Details } from './details/details.tsx';
import { Filters } from './filters.tsx';
import { List } from './list.tsx';
import { type Selection, useFirstPage, useSelection } from './rows.ts';
import { readTransactions, type TransactionsSearch } from '../../app/search.ts';

const t = texts('transactions');

export default function TransactionsPage() {
  const search = useSearch({ from: '/app/transactions' });
  const navigate = useNavigate({ from: '/app/transactions' });
  const { history } = useRouter();
  const { open, ...filters } = search;
  const selection = useSelection(filters);
  const first = useFirstPage(filters);
  const change = useCallback(
    (part: Partial<Record<keyof TransactionsSearch, unknown>>, replace = true) =>
      void navigate({
        search: (before) => readTransactions({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  // Going back closes the details, and closing them goes back.
  const isShownHere = useRef(false);
  const show = useCallback(
    (id: string) => {
      isShownHere.current = true;
      change({ open: id }, false);
    },
    [change],
  );
  const close = (): void => {
    if (isShownHere.current) history.back();
    else change({ open: undefined });
    isShownHere.current = false;
  };
  const count = selection.selected.size;
  const total = first.data?.meta.total_count ?? 0;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={t('title')}
      about={first.data && t('count', { count: total })}
      actions={<ButtonLink to="/app/transactions/review">{t('review')}</ButtonLink>}
    >
      <Filters search={search} change={change} />
      {count > 0 && (
        <Group
          role="status"
          p="xs"
          bg="var(--mantine-color-body)"
          bd="1px solid var(--line)"
          pos="fixed"
          bottom={12}
          right={12}
          style={{ zIndex: 3 }}
        >
          <Text size="sm" fw={600}>
            {t('bulk.selected', { count })}
          </Text>
          <DialogButton
            variant="filled"
            label={t('bulk.edit')}
            title={t('bulk.title', { count })}
            form={<BulkForm {...selection} />}
          />
          <CloseButton onClick={() => selection.keep([])} aria-label={t('bulk.clear')} />
        </Group>
      )}
      <Loaded query={first}>
        {() =>
          total === 0 ? (
            <EmptyState
              title={t('empty.title')}
              text={t(isFiltered ? 'empty.text' : 'empty.first')}
              action={!isFiltered && <FirstSteps />}
            />
          ) : (
            <List filters={filters} total={total} selection={selection} show={show} />
          )
        }
      </Loaded>
      <Details id={open} close={close} />
    </Page>
  );
}

async function editAll(selected: Selection['selected'], values: typeof UNTOUCHED) {
  const failed: Transaction[] = [];
  const reasons: string[] = [];
  // One after another: the service limits the requests of a key.
  for (const row of selected.values()) {
    await editOne(row.id, values).catch((error: unknown) => {
      failed.push(row);
      reasons.push(errorWords(error));
    });
  }
  return { done: selected.size - failed.length, failed, reason: reasons[0] };
}

async function editOne(id: string, values: typeof UNTOUCHED) {
  const call = { path: { id }, retries: 5 };
  if (values.tags.length === 0)
    return client.patch('/transactions/{id}', { ...call, body: editOf(values, []) });
  // Its tags may have changed since it was selected.
  const { body: now, headers } = await client.request('get', '/transactions/{id}', call);
  const ifMatch = headers.get('etag') ?? undefined;
  const body = editOf(values, now.data.tag_ids);
  return client.patch('/transactions/{id}', { ...call, body, ifMatch });
}

const UNTOUCHED = {
  category: null as string | null,
  merchant: [] as string[],
  tags: [] as string[],
  notes: '',
  excluded: 'keep' as 'keep' | 'include' | 'exclude',
};

/** The edit that was filled in; new tags are added to the existing ones. */
function editOf(values: typeof UNTOUCHED, tagIds: readonly string[]): Schemas['TransactionEdit'] {
  const { category, merchant, tags, notes, excluded } = values;
  return {
    ...(category !== null && { category_id: category }),
    ...(merchant.length > 0 && { merchant_id: merchant[0] }),
    ...(tags.length > 0 && { tag_ids: [...new Set([...tagIds, ...tags])] }),
    ...(notes !== '' && { notes }),
    ...(excluded !== 'keep' && { excluded: excluded === 'exclude' }),
  };
}

interface ControlProps extends SegmentedControlProps {
  label: string;
}

const LabelledControl = ({ label, ...control }: ControlProps) => (
  <Input.Wrapper label={label} labelElement="div">
    <SegmentedControl aria-label={label} fullWidth {...control} />
  </Input.Wrapper>
);

function BulkForm({ selected, keep }: Selection) {
  const say = ({ done, failed, reason }: Awaited<ReturnType<typeof editAll>>): void => {
    const parts = done > 0 ? [t('bulk.done', { count: done })] : [];
    if (reason !== undefined) parts.push(t('bulk.failed', { count: failed.length, reason }));
    const look = reason === undefined ? { color: 'sea' } : { color: 'red', autoClose: 10_000 };
    notifications.show({ message: parts.join(' '), ...look });
    keep(failed);
  };
  return (
    <>
      <Note mb="md">{t('bulk.about')}</Note>
      <Form
        first={UNTOUCHED}
        fields={{
          category: { input: CategoryPicker, label: t('field.category') },
          merchant: { input: NamePicker, of: 'merchants', isOne: true, label: t('field.merchant') },
          tags: { input: NamePicker, of: 'tags', label: t('bulk.add_tags') },
          notes: { input: Textarea, label: t('field.notes'), maxLength: 10_000, autosize: true },
          excluded: {
            input: LabelledControl,
            label: t('bulk.excluded'),
            data: choices(['keep', 'include', 'exclude'], (name) => t(`bulk.${name}`)),
          },
        }}
        send={(values) => editAll(selected, values)}
        then={say}
        submit={t('bulk.apply')}
        isUnready={(values) => Object.keys(editOf(values, [])).length === 0}
      />
    </>
  );
}
