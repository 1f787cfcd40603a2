import { Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { client, useReading, texts } from '../../app/index.ts';
import { Form, Loaded } from '../../parts/index.ts';

const t = texts('settings');

/** Name, currency and time zone. */
export function HouseholdForm() {
  const household = useReading('/household', {}, ['household']);
  const choice = { searchable: true, allowDeselect: false, limit: 50 };
  return (
    <Loaded query={household}>
      {({ data: { name, currency, time_zone, updated_at } }) => (
        <Form
          key={updated_at}
          first={{ name, currency, time_zone }}
          send={(values) =>
            client.patch('/household', { body: { ...values, name: values.name.trim() } })
          }
          changes={['household']}
          then={() => notifications.show({ message: t('saved') })}
          submit={t('save')}
        >
          {(field) => (
            <>
              <TextInput label={t('name')} required maxLength={255} {...field('name')} />
              <Select
                {...choice}
                label={t('household.currency')}
                description={t('household.currency_hint')}
                data={Intl.supportedValuesOf('currency')}
                {...field('currency')}
              />
              <Select
                {...choice}
                label={t('household.zone')}
                description={t('household.zone_hint')}
                data={[...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
                {...field('time_zone')}
              />
            </>
          )}
        </Form>
      )}
    </Loaded>
  );
}
