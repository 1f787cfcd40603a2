import cases from '../../cases/imports.json' with { type: 'json' };
import { describeCases } from '../../helpers/case-runner.ts';
import { findCheck, importSteps } from '../../helpers/import-case-steps.ts';

/** Operations that are not built yet; the list shrinks. */
const NOT_BUILT = [
  'create_publish_true_as_json_boolean',
  'list_filters_by_status',
  'rows_blank_name_gets_a_default',
  'row_value_corrected_then_published',
  'row_excluded_is_not_imported',
  'publish_creates_categories_and_tags',
  'publish_category_group_and_name',
  'publish_inflows_negative',
  'publish_custom_column',
  'publish_custom_column_with_signed_outflows',
  'publish_account_column',
  'publish_blocked_by_an_invalid_row',
  'publish_twice',
  'publish_currency_of_the_account',
  'same_file_twice',
  'three_twins_and_one_existing',
  'match_is_updated_with_category_and_notes',
  'match_keeps_what_a_person_locked',
  'undo_removes_what_it_created',
  'undo_keeps_a_matched_transaction',
  'undo_restores_an_updated_transaction',
  'undo_of_the_second_of_two_overlapping_files',
  'undo_of_a_pending_import',
  'delete_of_a_complete_import',
  'trade_buy_and_sell',
  'trade_same_file_twice',
  'account_import',
  'category_import_parent_comes_later',
  'category_import_without_a_parent_column',
  'merchant_import_leaves_existing_alone',
  'rule_import_replaces_by_name',
  'rule_import_nameless_twice',
  'budget_one_amounts_with_thousands',
  'budget_three_outflow_and_inflow',
  'profile_given',
];

describeCases('imports: cases', {
  cases: cases,
  overruled: Object.fromEntries(NOT_BUILT.map((name) => [name, 'not built yet'])),
  steps: importSteps(() => Promise.resolve()),
  checks: { find: findCheck },
});
