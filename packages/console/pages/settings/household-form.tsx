import { Button, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client, type Schemas, useReading, useTexts, useWrite } from '../../app/index.ts';
import { Form, Loaded } from '../../parts/index.ts';

/** Name, currency and time zone. */
export function HouseholdForm() {
  const household = useReading('/household', {}, ['household']);
  return (
    <Loaded query={household}>
      {({ data }) => <Fields key={data.updated_at} household={data} />}
    </Loaded>
  );
}

function Fields({ household }: { household: Schemas['Household'] }) {
  const t = useTexts('settings');
  const [{ name, currency, time_zone }, setFields] = useState(household);
  const set = (part: Partial<Schemas['Household']>): void =>
    setFields((before) => ({ ...before, ...part }));
  const save = useWrite(
    () => client.patch('/household', { body: { name: name.trim(), currency, time_zone } }),
    ['household'],
    () => notifications.show({ message: t('saved') }),
  );
  return (
    <Form send={() => save.mutate()} maw={420}>
      <TextInput
        label={t('name')}
        required
        maxLength={255}
        value={name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label={t('household.currency')}
        description={t('household.currency_hint')}
        searchable
        allowDeselect={false}
        limit={50}
        data={Intl.supportedValuesOf('currency')}
        value={currency}
        onChange={(value) => value !== null && set({ currency: value })}
      />
      <Select
        label={t('household.zone')}
        description={t('household.zone_hint')}
        searchable
        allowDeselect={false}
        limit={50}
        data={[...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
        value={time_zone}
        onChange={(value) => value !== null && set({ time_zone: value })}
      />
      <Button
        type="submit"
        variant="filled"
        loading={save.isPending}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('save')}
      </Button>
    </Form>
  );
}
