/** About the lines of a native export. */
export const HISTORY_WARNINGS = {
  comments_left_out: ({ line }: { line: number }) =>
    `Line ${line}: comments are not part of JSON; they were left out.`,
  action_unavailable: ({ line }: { line: number }) =>
    `Line ${line}: the rule has an action that is not available here; it will be skipped.`,
  reference_skipped: ({ line, type, field, id }: Skipped) =>
    `Line ${line}: ${type} names ${field} "${id}", but the content has no such record among its transactions; it will be skipped.`,
  nothing_importable: () => 'The content holds no importable records.',
  publish_limit: ({ count, max }: { count: number; max: number }) =>
    `The row count ${count} exceeds the publish limit of ${max} rows.`,
};

interface Skipped {
  line: number;
  type: string;
  field: string;
  id: string;
}
