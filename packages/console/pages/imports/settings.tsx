import type { ReactNode } from 'react';
import { Badge, Button, Group, Select, type SelectProps, SimpleGrid } from '@mantine/core';
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { CSV_SETTINGS, LABEL_SETTINGS, SETTING_CHOICES } from '#preflight/csv/settings';
import { ACCEPTED_IMPORT_TYPES, type ImportType } from '#preflight/report';
import { formats, texts } from '../../app/index.ts';
import { CURRENCIES, Fields, LeftText } from '../../parts/form.tsx';
import { readable } from '../../parts/fault-words.ts';
import { choices } from '../../parts/lookups.ts';
import { Note } from '../../parts/page.tsx';
import type { Draft } from './draft.ts';
import type { Preflight } from './judge.ts';
import { nameOf, type Read, settingsNamed } from './said.ts';

const t = texts('imports');

export interface SettingsProps {
  draft: Draft;
  preflight: Preflight;
  /** The profile that the file is read with. */
  profile: HowReadProps['profile'];
  onChange: (draft: Draft) => void;
}

/** The settings of a draft, its type, and the profile to keep them as. */
export function Settings({ draft, preflight, profile, onChange }: SettingsProps) {
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const type = draft.type ?? preflight.type;
  return (
    <HowRead
      of={preflight}
      profile={profile}
      chosen={draft.settings}
      onChoose={(settings) => set({ settings })}
      type={<TypeSelect value={type} onChange={(other) => set({ type: other })} />}
    >
      {preflight.type !== 'NativeImport' && (
        <TextInput
          label={t('profile')}
          description={t('profile_about')}
          maw={480}
          maxLength={255}
          value={draft.profile}
          onChange={({ currentTarget }) => set({ profile: currentTarget.value })}
        />
      )}
    </HowRead>
  );
}

/** The settings people look at first; the others are collapsed unless a person set them, or a warning or fault refers to them. */
const MAIN = new Set<string>([
  ...['date_col_label', 'date_format', ...LABEL_SETTINGS],
  ...['number_format', 'signage_convention', 'currency'],
]);
const HIDDEN = ['sample_rows', 'inferred_settings'];
const OFFERED = [...new Set([...MAIN, ...CSV_SETTINGS])].filter((name) => !HIDDEN.includes(name));
const CHOICES: Record<string, readonly string[]> = { ...SETTING_CHOICES, currency: CURRENCIES };
const isColumn = (name: string): boolean => name.endsWith('_col_label');

type Chosen = Draft['settings'];

export interface HowReadProps {
  of: Read;
  profile: { readonly name: string } | null;
  /** The settings that a person chose. */
  chosen: Chosen;
  onChoose: (settings: Chosen) => void;
  type?: ReactNode;
  children?: ReactNode;
}

/** How a file is read: with which profile and settings, on what evidence, and what is only inferred. */
export function HowRead({ of, profile, chosen, onChoose, type, children }: HowReadProps) {
  const choose = (name: string, value: string | null): void => {
    const { [name]: _former, ...others } = chosen;
    onChoose(value ? { ...others, [name]: value } : others);
  };
  const inferred = (name: string) => String(of.settings?.[name] ?? '');
  const named = settingsNamed(of);
  const isShown = (name: string) =>
    name in chosen || named.has(name) || (MAIN.has(name) && inferred(name) !== '');
  const valueOf = (name: string) => String(chosen[name] ?? inferred(name));
  const fieldOf = (name: string) => {
    const known = isColumn(name) ? (of.headers ?? []) : CHOICES[name];
    const isInferred = !(name in chosen) && inferred(name) !== '';
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
    // A field that reports on blur: every reported value reads the whole file again.
    if (known === undefined) return { label, input: LeftText };
    const infer = name in chosen ? [{ value: '', label: t('infer') }] : [];
    const data = [...infer, ...optionsOf(name, [valueOf(name), ...known])];
    return { label, input: Select, data, searchable: true };
  };
  const fields = (names: readonly string[]) => (
    <Fields<Record<string, string | null>>
      of={Object.fromEntries(names.map((name) => [name, fieldOf(name)]))}
      values={Object.fromEntries(names.map((name) => [name, valueOf(name) || null]))}
      set={(part) => Object.entries(part).forEach(([name, value]) => choose(name, value ?? null))}
    />
  );
  const isHistory = of.type === 'NativeImport';
  // A statement has no columns to choose.
  const offered = (isHistory ? [] : OFFERED).filter(
    (name) => (of.headers ?? []).length > 0 || !isColumn(name),
  );
  const [shown = [], others = []] = [true, false].map((is) =>
    offered.filter((name) => isShown(name) === is),
  );
  const evidence = Object.entries(of.evidence ?? {}).map(
    ([what, { basis, rows_agree: agree, rows_disagree }]) => {
      const rows = { agree: agree ?? 0, of: (agree ?? 0) + (rows_disagree ?? 0) };
      const why = what === 'currency' && basis === 'none' ? 'account' : basis;
      return `${t(`evidence.${what as keyof NonNullable<Read['evidence']>}`)}: ${t(`basis.${why}`, rows)}`;
    },
  );
  // Where the file fits either way, a guess is nothing to hold against a choice.
  const suggested = Object.entries(of.suggestions ?? {}).filter(
    ([, { confidence }]) => confidence > 0.5 || of.errors.length > 0,
  );
  const grid = { cols: { base: 1, xs: 2, md: 4 }, spacing: 'sm', verticalSpacing: 'xs' };
  return (
    <Stack gap="xs">
      <Title order={2}>{t('how_read')}</Title>
      {profile !== null && <Text size="sm">{t('with_profile', profile)}</Text>}
      {evidence.length > 0 && <Note>{evidence.join(' · ')}</Note>}
      {Object.keys(chosen).length > 0 && (
        <Group gap="xs">
          {suggested.map(([name, { value }]) => (
            <Button key={name} onClick={() => choose(name, null)}>
              {t('use', { setting: nameOf(name), value: labelOf(name, String(value)) })}
            </Button>
          ))}
          <Button onClick={() => onChoose({})}>{t('infer_all')}</Button>
        </Group>
      )}
      <SimpleGrid {...grid}>
        {type}
        {fields(shown)}
      </SimpleGrid>
      {isHistory ? (
        <Note>{t('history_about')}</Note>
      ) : (
        <details>
          <summary>{t('more_settings')}</summary>
          <SimpleGrid {...grid} mt="xs">
            {fields(others)}
          </SimpleGrid>
        </details>
      )}
      {children}
    </Stack>
  );
}

export const TypeSelect = (props: Omit<SelectProps<ImportType>, 'data'>) => (
  <Select
    label={t('type_label')}
    data={choices(ACCEPTED_IMPORT_TYPES, (type) => t(`type.${type}`))}
    {...props}
  />
);

const optionsOf = (name: string, values: readonly string[]) =>
  choices([...new Set(values)].filter(Boolean), (value) => labelOf(name, value));

function labelOf(name: string, value: string): string {
  if (name.endsWith('_label')) return readable(value);
  if (name === 'date_format') return formats.pattern(value);
  const word = value === '\t' ? 'tab' : value;
  return t(`value.${word}` as 'value.true', { defaultValue: word });
}
