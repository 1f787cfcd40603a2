import { Badge, Button, Group, Select, SimpleGrid, Stack, Title } from '@mantine/core';
import { LABEL_SETTINGS, SEPARATORS, UNBOOKED_ROWS } from '#preflight/csv/settings';
import { NUMBER_FORMATS } from '#preflight/fields/amounts';
import { DATE_FORMATS } from '#preflight/fields/dates';
import { strftime } from '#preflight/fields/strftime';
import { ACCEPTED_IMPORT_TYPES } from '#preflight/report';
import { type Schemas, texts } from '../../app/index.ts';
import { Fields, LeftText } from '../../parts/form.tsx';
import { faultWords } from '../../parts/fault-words.ts';
import { choices } from '../../parts/lookups.ts';
import { Note } from '../../parts/page.tsx';
import type { Draft } from './draft.ts';
import type { Preflight } from './judge.ts';

const t = texts('imports');

type Warned = Pick<Schemas['Import'], 'warnings' | 'warning_details'>;

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
  const setting = (name: string) => {
    const kind = KINDS[name] ?? 'text';
    const isInferred = !(name in settings) && inferred(name) !== '';
    const value = String(settings[name] ?? inferred(name));
    const label = (
      <>
        {nameOf(name)}{' '}
        {isInferred && (
          <Badge size="xs" variant="light" color="gray" component="span">
            {t('inferred')}
          </Badge>
        )}
      </>
    );
    const common = { label, value };
    // Each value that is sent is a reading of the file.
    if (kind === 'text')
      return <LeftText key={name} {...common} onChange={(text) => choose(name, text)} />;
    return (
      <Select
        key={name}
        {...common}
        data={optionsOf(name, [value, ...(kind === 'column' ? (preflight.headers ?? []) : kind)])}
        value={value || null}
        onChange={(chosen) => choose(name, chosen)}
        clearable={!isInferred}
        searchable
      />
    );
  };
  // A statement has no columns.
  const offered = Object.keys(KINDS).filter(
    (name) => preflight.headers !== null || KINDS[name] !== 'column',
  );
  const [shown = [], others = []] = [true, false].map((is) =>
    offered.filter((name) => isShown(name) === is),
  );
  const grid = { cols: { base: 1, xs: 2, md: 4 }, spacing: 'sm', verticalSpacing: 'xs' };
  return (
    <Stack gap="xs">
      <Title order={2}>{t('how_read')}</Title>
      <Evidence preflight={preflight} />
      {Object.keys(settings).length > 0 && (
        <Group gap="xs">
          {Object.entries(preflight.suggestions ?? {}).map(([name, { value }]) => (
            <Button key={name} variant="filled" onClick={() => choose(name, null)}>
              {t('use', { setting: nameOf(name), value: labelOf(name, String(value)) })}
            </Button>
          ))}
          <Button onClick={() => set({ settings: {} })}>{t('infer_all')}</Button>
        </Group>
      )}
      <SimpleGrid {...grid}>
        <Select
          label={t('type_label')}
          data={choices(ACCEPTED_IMPORT_TYPES, (type) => t(`type.${type}`))}
          value={draft.type ?? preflight.type}
          onChange={(type) => set({ type })}
          allowDeselect={false}
        />
        {shown.map(setting)}
      </SimpleGrid>
      <details>
        <summary>{t('more_settings')}</summary>
        <SimpleGrid {...grid} mt="xs">
          {others.map(setting)}
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
    </Stack>
  );
}

/** A setting as the page calls it. */
const nameOf = (setting: string): string =>
  t(`setting.${setting}` as 'setting.currency', { defaultValue: setting });

/** The service speaks to programs: "Send date_format to be sure". */
const SETTING = /\b[a-z]+(?:_[a-z]+)+\b/g;
const inOurWords = (name: string): string =>
  nameOf(name) === name ? name : t('quoted', { name: nameOf(name) });

/** Warnings in the reader's language, with the page's words for settings. */
export const warningWords = ({ warnings, warning_details }: Warned) =>
  warning_details
    .map((one, at) => faultWords({ ...one, message: warnings[at] ?? '' }, 'warnings'))
    .map((text) => text.replace(SETTING, inOurWords));

const optionsOf = (name: string, values: readonly string[]) =>
  choices([...new Set(values)].filter(Boolean), (value) => labelOf(name, value));

function labelOf(name: string, value: string): string {
  if (name.endsWith('_label')) return value;
  // The last day of a year tells day from month.
  if (name === 'date_format')
    return `${strftime(value, '2026-12-31', '23:59:00') ?? ''}  (${value})`;
  const word = value === '\t' ? 'tab' : value;
  return t(`value.${word}` as 'value.true', { defaultValue: word });
}

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
