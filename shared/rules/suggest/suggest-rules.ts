import { setImmediate } from 'node:timers/promises';
import { countBy } from '../../platform/group-by.ts';
import { lowerCase } from '#preflight/rules/fold-text';
import { RowState } from '#preflight/rules/row-state';
import type { RuleRow } from '#preflight/rules/row-state';
import type { RuleDraft } from '#preflight/rules/rule';
import { compileRule } from '../compile-rule.ts';
import type { CompiledRule } from '../compile-rule.ts';
import { RuleSet } from '../rule-set.ts';
import { agrees, listTargets } from './evidence.ts';
import type { Example, Met, Target } from './evidence.ts';
import { fitConditions, holdsUp, HITS_MIN, mostCommon } from './fit-conditions.ts';
import { leadIn, nameSpans } from './name-spans.ts';

/** A rule that would have made edits automatically that people made by hand. */
export interface RuleSuggestion {
  readonly rule: RuleDraft;
  /** Edits that it would have made, and other edits of the attribute that it would have made differently. */
  readonly hits: number;
  readonly contradictions: number;
  /** How many further rows, among those that were checked, it would change. */
  readonly others: number;
  /** The rows of its latest hits. */
  readonly transactionIds: readonly string[];
}

/** The data that suggestions are learned from, all of one household. */
export interface Past {
  readonly examples: readonly Example[];
  /** Further rows: if people left most of what a rule would change as it is, the rule is not suggested. */
  readonly others: readonly RuleRow[];
  /** Existing rules and dismissed suggestions: what they do is not suggested. */
  readonly known: readonly CompiledRule[];
}

/** How many targets are tried, most edits first, and how many texts at a time for each; this bounds the cost. */
const [TARGETS_MAX, TEXTS_MAX] = [40, 25];
/** People must have made at least this share of a rule's changes by hand since its first hit. */
const DONE_SHARE = 2 / 3;
/** After this many milliseconds, plus one try, the rest of the process gets its turn. */
const TURN_MS = 20;
const SHOWN_MAX = 20;
const ONE_SHARE = 0.75;
/** A shop's name follows nothing, or the name of a payment method. */
const LEAD_INS_MAX = 2;

/** Learns rules from edits, most hits first; deterministic. Other work of the process runs in between. */
export async function suggestRules(past: Past): Promise<RuleSuggestion[]> {
  const pause = turns();
  const covered = await coverage(past, pause);
  const others = past.others.map((row) => new RowState(row));
  const examples: Met[] = [];
  for (const example of past.examples) {
    await pause();
    const { row } = example;
    examples.push({ ...example, state: new RowState(row), spans: nameSpans(row.name) });
  }
  const found: RuleSuggestion[] = [];
  for (const target of listTargets(past.examples, HITS_MIN).slice(0, TARGETS_MAX)) {
    await pause();
    found.push(...(await new Learner(target, examples, others, covered).learn(pause)));
  }
  return found.sort((a, b) => b.hits - a.hits || (idText(a) < idText(b) ? -1 : 1));
}

type Pause = () => Promise<void>;

/** Yields to other work of the process once its time slice is over. */
function turns(): Pause {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < TURN_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}

const idText = ({ rule }: RuleSuggestion): string =>
  JSON.stringify([rule.conditions, rule.actions]);

/** What known rules do to each row: `attribute value`. */
async function coverage(
  { examples, known }: Past,
  pause: Pause,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // None stops the others: some of them are paused or were dismissed.
  const rules = new RuleSet(
    // Those that rename come last: the others match the original names.
    [...known]
      .sort((a, b) => Number(renames(a)) - Number(renames(b)))
      .map((rule) => ({ ...rule, stop: false })),
    { ignoreLocks: true, exists: () => true },
  );
  const covered = new Map<string, ReadonlySet<string>>();
  for (const { row } of examples) {
    await pause();
    const done = new Set<string>();
    rules.apply(new RowState({ ...row, tagIds: [] }), 0, rules.size, (outcome) => {
      for (const value of outcome.newValue.split(',')) done.add(`${outcome.attribute} ${value}`);
    });
    covered.set(row.id, done);
  }
  return covered;
}

const renames = ({ effects }: CompiledRule): boolean =>
  effects.some((effect) => effect.kind === 'set' && effect.column === 'name');

class Learner {
  readonly #target: Target;
  readonly #hits: readonly Met[];
  readonly #misses: readonly Met[];
  readonly #rest: readonly RowState[];
  readonly #uncovered: Set<Met>;

  constructor(
    target: Target,
    examples: readonly Met[],
    others: readonly RowState[],
    covered: ReadonlyMap<string, ReadonlySet<string>>,
  ) {
    this.#target = target;
    this.#hits = examples.filter((example) => agrees(target, example) === true);
    this.#misses = examples.filter((example) => agrees(target, example) === false);
    this.#rest = [
      ...others,
      ...examples.filter((each) => agrees(target, each) === null).map(({ state }) => state),
    ].filter((state) => !hasAlready(target, state));
    const value = `${target.attribute} ${target.action.value ?? 'true'}`;
    this.#uncovered = new Set(
      this.#hits.filter(({ row }) => covered.get(row.id)?.has(value) !== true),
    );
  }

  async learn(pause: Pause): Promise<RuleSuggestion[]> {
    const found: RuleSuggestion[] = [];
    while (this.#uncovered.size >= HITS_MIN) {
      const next = await this.#best(pause);
      if (next === null) break;
      found.push(next);
    }
    return found;
  }

  /** The first text, by number of edits, that holds up; its edits then count as explained. */
  async #best(pause: Pause): Promise<RuleSuggestion | null> {
    const counts = countBy([...this.#uncovered].flatMap(({ spans }) => spans));
    const texts = [...counts]
      .filter(([, count]) => count >= HITS_MIN)
      .sort(([a, m], [b, n]) => n - m || b.length - a.length || (a < b ? -1 : 1));
    for (const [text] of texts.slice(0, TEXTS_MAX)) {
      await pause();
      const suggestion = this.#try(text);
      if (suggestion !== null) return suggestion;
    }
    return null;
  }

  #try(text: string): RuleSuggestion | null {
    const has = ({ state }: Met): boolean => (state.lowerText('name') ?? '').includes(text);
    const [hits, misses] = [this.#hits.filter(has), this.#misses.filter(has)];
    const fit = fitConditions(text, {
      hits,
      misses,
      oneOther: agreeing(this.#target, misses),
    });
    if (fit === null) return null;
    const rest = this.#rest.filter((state) => (state.lowerText('name') ?? '').includes(text));
    // `like` also matches a text within words, where it means something else.
    const isWord = wordTest(text);
    const met = [...[...hits, ...misses].map(({ state }) => state), ...rest];
    if (!met.every((state) => isWord(state.lowerText('name') ?? ''))) return null;
    // A city or a word of the bank follows the names of many shops, only some of which people have edited.
    const leadIns = new Set(fit.hits.map(({ state }) => leadInOf(state, text)));
    if (leadIns.size > LEAD_INS_MAX) return null;
    if (!met.every((state) => leadIns.has(leadInOf(state, text)))) return null;
    const rule: RuleDraft = {
      name: shownText(text, fit.hits[0]?.state.text('name') ?? text),
      resourceType: 'transaction',
      active: true,
      effectiveDate: null,
      // Renames run last, because the others match names.
      priority: this.#target.attribute === 'name' ? -1 : 0,
      stop: false,
      conditions: fit.conditions,
      actions: [this.#target.action],
    };
    return this.#replay(rule);
  }

  /** What the rule would have done, according to the engine. Null if people would not have wanted it. */
  #replay(rule: RuleDraft): RuleSuggestion | null {
    const { test } = compileRule(rule);
    const hits = this.#hits.filter(({ state }) => test(state));
    const misses = this.#misses.filter(({ state }) => test(state));
    if (!holdsUp({ hits, misses })) return null;
    const fresh = hits.filter((hit) => this.#uncovered.has(hit));
    if (fresh.length < HITS_MIN) return null;
    const others = this.#rest.filter(test);
    const [first = ''] = hits.map(({ row }) => row.date).sort();
    const left = others.filter(({ row }) => row.date >= first).length;
    if (hits.length < (hits.length + left) * DONE_SHARE) return null;
    for (const hit of fresh) this.#uncovered.delete(hit);
    const latest = hits.sort((a, b) => (a.row.date < b.row.date ? 1 : -1)).slice(0, SHOWN_MAX);
    return {
      rule,
      hits: hits.length,
      contradictions: misses.length,
      others: others.length,
      transactionIds: latest.map(({ row }) => row.id),
    };
  }
}

/** Whether most of the misses share one other value. */
function agreeing({ attribute }: Target, misses: readonly Met[]): boolean {
  const values = misses.map(({ edits }) => String(edits.get(attribute)));
  const most = mostCommon(values);
  return values.filter((value) => value === most).length >= values.length * ONE_SHARE;
}

function hasAlready({ attribute, action }: Target, state: RowState): boolean {
  if (attribute === 'tag_ids') return state.hasTag(action.value ?? '');
  return state.get(attribute) === (action.value ?? true);
}

const leadInOf = (state: RowState, text: string): string =>
  leadIn(state.lowerText('name') ?? '', text);

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Whether the text is delimited as whole words where it first occurs in a name. */
function wordTest(text: string): (name: string) => boolean {
  return (name) => {
    const at = name.indexOf(text);
    return !LETTER.test(name.charAt(at - 1)) && !LETTER.test(name.charAt(at + text.length));
  };
}

/** A text in the spelling of its rows. Case folding keeps every letter in its place. */
function shownText(text: string, name: string): string {
  const at = lowerCase(name).indexOf(text);
  return at < 0 ? text : name.slice(at, at + text.length);
}
