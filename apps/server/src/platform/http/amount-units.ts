import { isRecord } from '@stagedoor/contract/keys.values';
import { type AmountUnit, amountUnits } from '@stagedoor/contract/shapes';
import type { z } from 'zod';
import type { Settings } from '../settings/settings.ts';
import { stepProblem } from '../settings/payable-amounts.ts';

type Schema = z.core.$ZodType;
/** How to reach an amount: keys of objects, and `*` for the members of a list. */
export interface AmountPath {
  unit: AmountUnit;
  path: readonly string[];
}

/** Lists the amounts of tokens or money in a schema. */
export const amountPathsOf = (schema: Schema | undefined, path: readonly string[] = []): AmountPath[] => {
  if (!schema) return [];
  const unit = amountUnits.get(schema)?.unit;
  if (unit) return [{ unit, path }];
  const {
    innerType,
    shape,
    options,
    element,
    in: before,
    out,
  } = schema._zod.def as unknown as {
    innerType?: Schema;
    shape?: Record<string, Schema>;
    options?: Schema[];
    element?: Schema;
    in?: Schema;
    out?: Schema;
  };
  return [
    ...[innerType, before, out, ...(options ?? [])].flatMap((part) => amountPathsOf(part, path)),
    ...amountPathsOf(element, [...path, '*']),
    ...Object.entries(shape ?? {}).flatMap(([key, field]) => amountPathsOf(field, [...path, key])),
  ];
};

const amountsAt = (value: unknown, [key, ...rest]: readonly string[], at: string): [at: string, amount: bigint][] => {
  if (key === undefined) return typeof value === 'bigint' ? [[at, value]] : [];
  if (key === '*') return Array.isArray(value) ? value.flatMap((one, index) => amountsAt(one, rest, `${at}.${index}`)) : [];
  if (!isRecord(value)) return [];
  return amountsAt(value[key], rest, at === '' ? key : `${at}.${key}`);
};

/** Lists the amounts of a parsed input that can't be paid in the site's currency. */
export const stepProblems = (settings: Pick<Settings, 'get'>, paths: readonly AmountPath[], input: unknown) =>
  paths.flatMap(({ unit, path }) =>
    amountsAt(input, path, '').flatMap(([property, amount]) => {
      const problem = stepProblem(settings, unit, amount);
      return problem ? [{ property, ...problem }] : [];
    }),
  );
