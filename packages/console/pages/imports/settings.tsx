import { Badge, Button, Group, Select, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { LABEL_SETTINGS, SEPARATORS, UNBOOKED_ROWS } from '#preflight/csv/settings';
import { NUMBER_FORMATS } from '#preflight/fields/amounts';
import { DATE_FORMATS } from '#preflight/fields/dates';
import { ACCEPTED_IMPORT_TYPES } from '#preflight/report';
import { texts } from '../../app/index.ts';
import { choices, Note } from '../../parts/index.ts';
import type { Draft } from './draft.ts';
import type { Preflight } from './judge.ts';

const t = texts('imports');

interface Props {
  draft: Draft;
  preflight: Preflight;
  onChange: (draft: Draft) => void;
}

const CHOICES = {
  date_format: DATE_FORMATS,
  number_format: NUMBER_FORMATS,
  signage_convention: ['inflows_positive', 'inflows_negative'],
  col_sep: SEPARATORS,
  unbooked_rows: UNBOOKED_ROWS,
  skip_incomplete_rows: ['true', 'false'],
  skip_other_units: ['true', 'false'],
  has_header: ['true', 'false'],
} as const;
const TEXTS = ['currency', 'rows_to_skip', 'footer_rows_to_skip', 'encoding'] as const;

type Choice = keyof typeof CHOICES;
type Name = (typeof LABEL_SETTINGS)[number] | Choice | (typeof TEXTS)[number];
const isChoice = (name: Name): name is Choice => name in CHOICES;

/** What the file is, which account it belongs to, and each setting of its reading: inferred, or chosen here. */
export function Settings({ draft, preflight, onChange }: Props) {
  const { settings } = draft;
  const choose = (name: Name, value: string | null): void => {
    const { [name]: _former, ...others } = settings;
    onChange({ ...draft, settings: value ? { ...others, [name]: value } : others });
  };
  const field = (name: Name) => (
    <Setting key={name} {...{ name, preflight, onChoose: choose }} chosen={settings[name]} />
  );
  const isShown = (name: Name): boolean =>
    name in settings || (MAIN.includes(name) && valueOf(preflight, name) !== '');
  const [shown, others] = [ALL.filter(isShown), ALL.filter((name) => !isShown(name))];
  return (
    <Stack gap="xs">
      <Title order={2}>{t('how_read')}</Title>
      <Evidence preflight={preflight} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" verticalSpacing="xs">
        <Select
          label={t('type_label')}
          data={choices(ACCEPTED_IMPORT_TYPES, (type) => t(`type.${type}`))}
          value={draft.type ?? preflight.type}
          onChange={(type) => onChange({ ...draft, type })}
          allowDeselect={false}
        />
        {shown.map(field)}
      </SimpleGrid>
      <details>
        <summary>{t('more_settings')}</summary>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" verticalSpacing="xs" mt="xs">
          {others.map(field)}
        </SimpleGrid>
      </details>
      <TextInput
        label={t('profile')}
        description={t('profile_about')}
        maw={480}
        maxLength={255}
        value={draft.profile}
        onChange={({ currentTarget }) => onChange({ ...draft, profile: currentTarget.value })}
      />
      {Object.keys(settings).length > 0 && (
        <Group>
          <Button onClick={() => onChange({ ...draft, settings: {} })}>{t('infer_all')}</Button>
        </Group>
      )}
    </Stack>
  );
}

/** What people look at first; the rest is folded away unless it was chosen. */
const MAIN: readonly Name[] = [
  'date_col_label',
  'date_format',
  ...LABEL_SETTINGS.filter((name) => name !== 'date_col_label'),
  'number_format',
  'signage_convention',
  'currency',
];
const ALL: readonly Name[] = [
  ...MAIN,
  'col_sep',
  'rows_to_skip',
  'footer_rows_to_skip',
  'has_header',
  'unbooked_rows',
  'skip_incomplete_rows',
  'skip_other_units',
  'encoding',
];

const valueOf = ({ settings = {} }: Preflight, name: Name): string => String(settings[name] ?? '');

interface SettingProps extends Pick<Props, 'preflight'> {
  name: Name;
  chosen: string | number | boolean | undefined;
  onChoose: (name: Name, value: string | null) => void;
}

function Setting({ name, preflight, chosen, onChoose }: SettingProps) {
  const value = chosen === undefined ? valueOf(preflight, name) : String(chosen);
  const isInferred = chosen === undefined && value !== '';
  const label = (
    <>
      {t(`setting.${name}`)}{' '}
      {isInferred && (
        <Badge size="xs" variant="light" color="gray" component="span">
          {t('inferred')}
        </Badge>
      )}
    </>
  );
  if ((TEXTS as readonly string[]).includes(name)) {
    return (
      <TextInput
        // The value is sent when the reader leaves the field: each one is a reading of the file.
        key={value}
        label={label}
        defaultValue={value}
        onBlur={({ currentTarget }) =>
          currentTarget.value !== value && onChoose(name, currentTarget.value)
        }
      />
    );
  }
  const headers = (preflight.headers ?? []).filter((header) => header !== '');
  const known: readonly string[] = isChoice(name) ? CHOICES[name] : [...new Set(headers)];
  const data = value === '' || known.includes(value) ? known : [value, ...known];
  return (
    <Select
      label={label}
      data={choices(data, labelOf)}
      value={value === '' ? null : value}
      onChange={(next) => onChoose(name, next)}
      clearable={chosen !== undefined}
      searchable
    />
  );
  function labelOf(option: string): string {
    if (option === '\t') return 'TAB';
    if (name === 'date_format') return exampleOf(option);
    return isChoice(name) ? t(`value.${option}` as 'value.true', { defaultValue: option }) : option;
  }
}

const LAST_DAY: Readonly<Record<string, string>> = {
  '%d': '31',
  '%e': '31',
  '%m': '12',
  '%Y': '2026',
  '%y': '26',
  '%b': 'Dec',
  '%B': 'December',
  '%H': '23',
  '%M': '59',
  '%S': '00',
};

/** A date format by the last day of a year, which tells day from month. */
function exampleOf(format: string): string {
  return `${format.replace(/%[A-Za-z]/g, (part) => LAST_DAY[part] ?? part)}  (${format})`;
}

/** What the reading rests on, in a line. */
function Evidence({ preflight: { evidence } }: { preflight: Preflight }) {
  if (evidence === undefined) return null;
  const said = Object.entries(evidence).map(
    ([what, { basis, rows_agree: agree, rows_disagree }]) => {
      const rows = { agree: agree ?? 0, of: (agree ?? 0) + (rows_disagree ?? 0) };
      const why = what === 'currency' && basis === 'none' ? 'account' : basis;
      return `${t(`evidence.${what as keyof typeof evidence}`)}: ${t(`basis.${why}`, rows)}`;
    },
  );
  return <Note>{said.join(' · ')}</Note>;
}
