import type { Fragment } from './fragment.ts';

/** One kind of condition as the engine of before compiled it. */
export interface ConditionType {
  readonly type: string;
  readonly operators: readonly string[];
  compile(operator: string, value: string | null): Fragment;
}

export function defineCondition<const Op extends string>(condition: {
  readonly type: string;
  readonly operators: readonly Op[];
  compile(operator: Op, value: string | null): Fragment;
}): ConditionType {
  return { ...condition, compile: (operator, value) => condition.compile(operator as Op, value) };
}
