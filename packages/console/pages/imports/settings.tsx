import { Badge, Button, Group, Select, SimpleGrid, Stack, Title } from '@mantine/core';
import { LABEL_SETTINGS, SEPARATORS, UNBOOKED_ROWS } from '#preflight/csv/settings';
import { NUMBER_FORMATS } from '#preflight/fields/amounts';
import { DATE_FORMATS } from '#preflight/fields/dates';
import { ACCEPTED_IMPORT_TYPES } from '#preflight/report';
import { texts } from '../../app/index.ts';
import { Fields, LeftText } from '../../parts/form.tsx';
import { choices } from '../../parts/lookups.ts';
import { Note } from '../../parts/page.tsx';
import type { Draft } from './draft.ts';
import type { Preflight } from './judge.ts';

const t = texts('imports');

interface Props {
  draft: Draft;
  preflight: Preflight;
  onChange: (draft: Draft) => void;
}

/** What a setting is: one of some words, the name of a column of the file, or a text. */
type Kind = readonly string[] | 'column' | 'text';

/** What people look at first; the rest is folded away unless it was chosen. */
const MAIN: Readonly<Record<string, Kind>> = {
  date_col_label: 'column',
  date_format: DATE_FORMATS,
  ...Object.fromEntries(LABEL_SETTINGS.map((name) => [name, 'column' as const])),
  number_format: NUMBER_FORMATS,
  signage_convention: ['inflows_positive', 'inflows_negative'],
  currency: 'text',
};
const YES_NO = ['true', 'false'];
const KINDS: Readonly<Record<string, Kind>> = {
  ...MAIN,
  col_sep: SEPARATORS,
  rows_to_skip: 'text',
  footer_rows_to_skip: 'text',
  has_header: YES_NO,
  unbooked_rows: UNBOOKED_ROWS,
  skip_incomplete_rows: YES_NO,
  skip_other_units: YES_NO,
  encoding: 'text',
};

/** What the file is, which account it belongs to, and each setting of its reading: inferred, or chosen here. */
export function Settings({ draft, preflight, onChange }: Props) {
  const { settings } = draft;
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const choose = (name: string, value: string | null): void => {
    const { [name]: _former, ...others } = settings;
    set({ settings: value ? { ...others, [name]: value } : others });
  };
  const inferred = (name: string) => String(preflight.settings?.[name] ?? '');
  const isShown = (name: string) => name in settings || (name in MAIN && inferred(name) !== '');
  const [shown = [], others = []] = [true, false].map((is) =>
    Object.keys(KINDS).filter((name) => isShown(name) === is),
  );
  const fields = (names: readonly string[]) =>
    names.map((name) => (
      <Setting
        key={name}
        name={name}
        headers={preflight.headers ?? []}
        isInferred={!(name in settings) && inferred(name) !== ''}
        value={String(settings[name] ?? inferred(name))}
        onChoose={(value) => choose(name, value)}
      />
    ));
  const grid = { cols: { base: 1, xs: 2, md: 4 }, spacing: 'sm', verticalSpacing: 'xs' };
  return (
    <Stack gap="xs">
      <Title order={2}>{t('how_read')}</Title>
      <Evidence preflight={preflight} />
      <SimpleGrid {...grid}>
        <Select
          label={t('type_label')}
          data={choices(ACCEPTED_IMPORT_TYPES, (type) => t(`type.${type}`))}
          value={draft.type ?? preflight.type}
          onChange={(type) => set({ type })}
          allowDeselect={false}
        />
        {fields(shown)}
      </SimpleGrid>
      <details>
        <summary>{t('more_settings')}</summary>
        <SimpleGrid {...grid} mt="xs">
          {fields(others)}
        </SimpleGrid>
      </details>
      <Fields
        of={{
          profile: {
            label: t('profile'),
            description: t('profile_about'),
            maw: 480,
            maxLength: 255,
          },
        }}
        values={draft}
        set={set}
      />
      {Object.keys(settings).length > 0 && (
        <Group>
          <Button onClick={() => set({ settings: {} })}>{t('infer_all')}</Button>
        </Group>
      )}
    </Stack>
  );
}

interface SettingProps {
  name: string;
  /** Of the file's columns. */
  headers: readonly string[];
  value: string;
  isInferred: boolean;
  onChoose: (value: string | null) => void;
}

function Setting({ name, headers, value, isInferred, onChoose }: SettingProps) {
  const kind = KINDS[name] ?? 'text';
  const label = (
    <>
      {t(`setting.${name}` as 'setting.currency')}{' '}
      {isInferred && (
        <Badge size="xs" variant="light" color="gray" component="span">
          {t('inferred')}
        </Badge>
      )}
    </>
  );
  // Each value that is sent is a reading of the file.
  if (kind === 'text') return <LeftText label={label} value={value} save={onChoose} />;
  const known = kind === 'column' ? headers : kind;
  const said = (option: string): string => {
    if (name === 'date_format') return exampleOf(option);
    if (kind === 'column') return option;
    const word = option === '\t' ? 'tab' : option;
    return t(`value.${word}` as 'value.true', { defaultValue: word });
  };
  return (
    <Select
      label={label}
      data={choices([...new Set([value, ...known])].filter(Boolean), said)}
      value={value || null}
      onChange={onChoose}
      clearable={!isInferred}
      searchable
    />
  );
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

/** A date format by the last day of a year, which shows which part is the day. */
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
