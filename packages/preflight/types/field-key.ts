import type { LabelSetting } from '../csv/settings.ts';

type KeyOf<Setting> = Setting extends `${infer Key}_col_label` ? Key : never;

/** The columns that a setting can name: `date_col_label` names the `date` column. */
export type NamedKey = KeyOf<LabelSetting>;

export type FieldKey =
  | NamedKey
  | 'position_value'
  | 'resource_type'
  | 'conditions'
  | 'actions'
  | 'effective_date'
  | 'parent_category'
  | 'color'
  | 'icon'
  | 'website_url'
  | 'active'
  | 'category_path'
  | 'category_group'
  | 'master_category'
  | 'sub_category';
