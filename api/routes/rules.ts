import { listReferences } from '#preflight/rules/references';
import type { RuleReference } from '#preflight/rules/references';
import { RESOURCE_TYPES } from '#preflight/rules/rule';
import type { RuleDraft } from '#preflight/rules/rule';
import { ruleFaultMessages } from '#preflight/rules/rule-fault';
import { validateRule } from '#preflight/rules/validate-rule';
import { listTransactionsById } from '../../shared/ledger/transactions.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import { compileRule, UnrunnableRuleError } from '../../shared/rules/compile-rule.ts';
import type { CompiledRule } from '../../shared/rules/compile-rule.ts';
import {
  findRuleExcess,
  HOUSEHOLD_RULES_MAX,
  HOUSEHOLD_RULES_MIB_MAX,
  deleteRule,
  findRule,
  insertRule,
  listRules,
  lockRule,
  updateRule,
} from '../../shared/rules/store/rules.ts';
import { previewRule } from '../../shared/rules/store/plan-rules.ts';
import { listMissingReferences } from '../../shared/rules/store/rule-references.ts';
import type { ApiContext } from '../context.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { booleanParameter, oneOf } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import type { ApiRequest, ApiResponse } from '../http/route.ts';
import { missingMessage } from '../steps/read-new-transaction.ts';
import { presentRulePreview } from '../records/rule-preview.ts';
import { presentRule, presentRuleText, RULE_EXAMPLE } from '../records/rule.ts';

export const ruleRoutes = resource('Rules');

ruleRoutes.list('GET /api/v1/rules', {
  operationId: 'listRules',
  summary: 'List rules',
  description:
    'The household’s rules, oldest first. Rules with a higher `priority` run before them, in this order otherwise.',
  lenient: true,
  // In the order in which they are checked: of two bad filters, the first is reported.
  query: {
    resource_type: oneOf(RESOURCE_TYPES, 'Only rules for this kind of record.'),
    active: booleanParameter('Only active, or only paused rules.'),
  },
  answers: 'A page of rules.',
  record: presentRuleText,
  rows: (sql, { householdId, query }, page) =>
    listRules(sql, householdId, page, { active: query.active }),
});

ruleRoutes.write('POST /api/v1/rules', {
  operationId: 'createRule',
  summary: 'Create a rule',
  description:
    'Everything is checked now: types, operators, values, and that the records it names are yours. ' +
    'The rule runs after the next sync or import, if it is active, or when you start a run. ' +
    `A household can have ${HOUSEHOLD_RULES_MAX} rules, of ${HOUSEHOLD_RULES_MIB_MAX} MiB together.`,
  // The registry of rules describes a fault more precisely than the schema can.
  body: { required: true, json: ref('NewRule'), validate: false },
  responses: { 201: { description: 'The new rule.', schema: dataOf(ref('Rule')) } },
  example: { body: RULE_EXAMPLE },
  async write(tx, body, { householdId }) {
    const draft = readRule(body);
    await checkOwnership(tx, householdId, draft);
    const id = await insertRule(tx, householdId, draft);
    await checkLimits(tx, householdId);
    return answerRecord(await findRule(tx, householdId, id), presentRule, 201);
  },
});

ruleRoutes.show('GET /api/v1/rules/{id}', {
  operationId: 'showRule',
  summary: 'Show a rule',
  description: 'With its conditions and actions. You may send this answer back with PATCH.',
  answers: 'The rule.',
  record: presentRule,
  find: findRule,
});

ruleRoutes.write('PATCH /api/v1/rules/{id}', {
  operationId: 'updateRule',
  summary: 'Change a rule',
  description: 'Absent fields stay. Conditions and actions that are sent replace all of theirs.',
  body: { required: true, json: ref('RuleChange'), validate: false },
  example: { body: { name: 'Food', active: true } },
  responses: { 200: { description: 'The rule as it is now.', schema: dataOf(ref('Rule')) } },
  exists: findRule,
  async write(tx, change, { householdId, id }) {
    await lockRule(tx, householdId, id);
    const current = orNotFound(await findRule(tx, householdId, id));
    const draft = readRule({ ...presentRule(current), ...change });
    const parts = {
      conditions: change.conditions !== undefined,
      actions: change.actions !== undefined,
    };
    // Parts that stay are not checked again: a rule that is paused because its records are gone can still be changed.
    await checkOwnership(tx, householdId, {
      conditions: parts.conditions ? draft.conditions : [],
      actions: parts.actions ? draft.actions : [],
    });
    if (draft.active && !current.active) await checkNothingGone(tx, householdId, draft);
    await updateRule(tx, householdId, id, draft, parts);
    if (parts.conditions || parts.actions) await checkLimits(tx, householdId);
    return answerRecord(await findRule(tx, householdId, id), presentRule);
  },
});

ruleRoutes.remove('DELETE /api/v1/rules/{id}', {
  operationId: 'deleteRule',
  summary: 'Delete a rule',
  description: 'Deletes the rule and the record of its runs; its changes stay.',
  answers: 'The rule is deleted.',
  remove: deleteRule,
});

/** @internal */
export const previewDraftRule = ruleRoutes.read('POST /api/v1/rules/preview', {
  // It shows transactions, which a key for rules alone may not read.
  scope: 'read',
  operationId: 'previewDraftRule',
  summary: 'Preview a rule before it is saved',
  description:
    'What a run of this rule would do now. It is checked as when it is saved; nothing is saved or changed.',
  body: { required: true, json: ref('NewDraftPreview') },
  example: { body: { rule: RULE_EXAMPLE } },
  responses: { 200: { description: 'The preview.', schema: dataOf(ref('RulePreview')) } },
  async handler(context, request) {
    const { rule, ...options } = await request.readJson();
    const draft = readRule(rule);
    await checkOwnership(context.sql, request.householdId, draft);
    return answerPreview(context, request, { id: null, ...draft }, options);
  },
});

ruleRoutes.read('POST /api/v1/rules/{id}/preview', {
  // It shows transactions, which a key for rules alone may not read.
  scope: 'read',
  operationId: 'previewRule',
  summary: 'Preview a rule',
  description:
    'What a run of the rule would do now: how many transactions match, what each action would ' +
    'change, and a sample. Nothing is changed.',
  body: { required: false, json: ref('NewRulePreview') },
  responses: { 200: { description: 'The preview.', schema: dataOf(ref('RulePreview')) } },
  async handler(context, request) {
    const rule = orNotFound(await findRule(context.sql, request.householdId, request.id));
    return answerPreview(context, request, rule, await request.readJson());
  },
});

/**
 * What a rule would do, all from one snapshot; `id` is null for a rule that is not saved. Throws service_unavailable
 * while the household has another preview running, or others have too many.
 */
async function answerPreview(
  { sql, limits }: ApiContext,
  { householdId, signal, onClose }: Pick<ApiRequest, 'householdId' | 'signal' | 'onClose'>,
  rule: RuleDraft & { id: string | null },
  { ignore_locks: ignoreLocks = false, sample_size: sampleSize = 20 }: Schemas['NewRulePreview'],
): Promise<ApiResponse> {
  const ready = { ...rule, compiled: compile(rule) };
  const read = () =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const options = { ignoreLocks, sampleSize, signal };
      const preview = await previewRule(tx, householdId, ready, options);
      const transactions = await listTransactionsById(tx, householdId, preview.sampleIds);
      return presentRulePreview({ ...preview, rule, transactions });
    });
  const data = await limits.previews.run(householdId, onClose, read);
  return { status: 200, body: { data } };
}

/** Throws validation_failed for a rule that a run would record as failed. */
function compile(rule: RuleDraft): CompiledRule {
  try {
    return compileRule(rule);
  } catch (error) {
    if (error instanceof UnrunnableRuleError) throw validationFailed(error.message);
    throw error;
  }
}

/** The rule in a body, checked and ready to store. Throws validation_failed with every fault. */
function readRule(body: unknown): RuleDraft {
  const { rule, faults } = validateRule(body);
  if (rule === null) throw invalidRule(ruleFaultMessages(faults));
  return rule;
}

/** Throws validation_failed unless all records that the rule names belong to the household. */
async function checkOwnership(
  sql: AnySql,
  householdId: string,
  rule: Pick<RuleDraft, 'conditions' | 'actions'>,
): Promise<void> {
  await checkReferences(sql, householdId, listReferences(rule));
}

/** Throws validation_failed for a rule that was paused because a record that it names was deleted. A rule whose account is gone runs on. */
async function checkNothingGone(sql: AnySql, householdId: string, rule: RuleDraft): Promise<void> {
  const pausing = listReferences(rule).filter(({ kind }) => kind !== 'account');
  await checkReferences(sql, householdId, pausing);
}

async function checkReferences(
  sql: AnySql,
  householdId: string,
  references: readonly RuleReference[],
): Promise<void> {
  const missing = await listMissingReferences(sql, householdId, references);
  if (missing.length > 0) throw invalidRule(missing.map(missingMessage));
}

/** Throws validation_failed if the transaction leaves more or larger rules than a household can have. */
async function checkLimits(tx: Tx, householdId: string): Promise<void> {
  const excess = await findRuleExcess(tx, householdId);
  if (excess !== null) throw validationFailed(excess);
}

/** More messages than this do not help a reader. */
const MESSAGES_MAX = 20;

function invalidRule(messages: readonly string[]): Error {
  return validationFailed(
    `The rule is not valid: ${messages[0] ?? ''}.`,
    messages.slice(0, MESSAGES_MAX),
  );
}
