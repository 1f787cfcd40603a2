/**
 * The single list of codes that an import problem can carry, with their meanings for docs/API.md. Parsing is pure: this
 * folder knows neither HTTP nor SQL.
 */
export const PROBLEMS = {
  validation_failed: 'A setting of the request is wrong; the content was not parsed.',
  missing_required_headers: 'A column that the import type requires is not in the header row.',
  no_data_rows: 'There is nothing below the header, or no line with content.',
  too_many_errors: 'Ends a truncated list; its message gives the totals.',
  blank_required_value: 'A cell that the import type requires is empty.',
  invalid_date: 'A date does not match the date format, or lies outside the accepted range.',
  invalid_amount: 'An amount does not match the number format.',
  invalid_quantity: 'A quantity does not match the number format.',
  invalid_price: 'A price does not match the number format.',
  invalid_currency: 'Not an ISO 4217 currency code.',
  value_too_long: 'A text is longer than its field may be.',
  invalid_rule: 'A row does not form a valid rule.',
  invalid_category_parent:
    'A category names itself as its parent, parents form a cycle, or a parent has a parent itself.',
  invalid_amount_type: 'The inflow column of `custom_column` holds no usable value.',
  mapped_header_missing: 'A column named in the settings is not in the header row.',
  duplicate_header: 'A required column appears in the header row more than once.',
  invalid_json: 'The line is not JSON.',
  invalid_ndjson_record: 'The line is JSON, but not `{type, data}` with an object as data.',
  unsupported_record_type: 'The record type is not one of the supported ones.',
  existing_taxonomy_collision:
    'The household already has a category, tag or merchant of that name.',
  duplicate_taxonomy_name: 'Two records of one kind have the same name.',
  duplicate_source_id: 'Two records of one kind have the same id.',
  missing_required_fields: 'A record lacks fields that its type requires.',
  invalid_accountable_type: 'Not one of the account types.',
  invalid_accountable_subtype: 'Not one of the subtypes of the account type.',
  invalid_split_lines: 'Split lines are not an array.',
  invalid_split_line: 'A split line is not an object.',
  split_amount_mismatch: 'Split lines do not add up to the amount of their transaction.',
  missing_reference: 'A record refers to another one that is not in the content.',
  duplicate_valuation: 'Two valuations of one account have the same date.',
  parent_cycle: 'Category parents form a cycle.',
  invalid_encoding:
    'The line is not UTF-8, and the content has no byte order mark of another encoding.',
  invalid_field_value: 'A field of a record holds a value of the wrong kind or out of its range.',
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
