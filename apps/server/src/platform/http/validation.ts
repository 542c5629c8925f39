import type { FieldError } from '@stagedoor/contract/errors';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { z } from 'zod';
import type { FieldsError } from '../errors.ts';
import { isTextKey, translate } from '../texts.ts';

type Issue = z.core.$ZodIssue;

const FORMAT_RULES: Record<string, string> = { email: 'email', uuid: 'uuid', date: 'date', datetime: 'date', url: 'url', regex: 'pattern' };

/** The violated rule of an issue, by its text key, and the values of the text's placeholders. */
export const ruleOf = (issue: Issue): { rule: string; values?: Record<string, unknown> } => {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'input' in issue && issue.input === undefined ? 'required' : 'type' };
    case 'too_small': {
      // An empty text field looks the same to a person as one that wasn't sent.
      if (issue.origin === 'string' && issue.minimum === 1) return { rule: 'required' };
      const rule = issue.origin === 'string' ? 'tooShort' : issue.origin === 'array' || issue.origin === 'set' ? 'tooFew' : 'tooSmall';
      return { rule, values: { minimum: issue.minimum } };
    }
    case 'too_big': {
      const rule = issue.origin === 'string' ? 'tooLong' : issue.origin === 'array' || issue.origin === 'set' ? 'tooMany' : 'tooBig';
      return { rule, values: { maximum: issue.maximum } };
    }
    case 'invalid_format':
      return { rule: FORMAT_RULES[issue.format] ?? 'invalid' };
    case 'invalid_value':
      return { rule: 'choice', values: { values: issue.values.join(', ') } };
    case 'custom':
      return { rule: typeof issue.params?.['rule'] === 'string' ? issue.params['rule'] : 'invalid', values: issue.params ?? {} };
    case 'invalid_union': {
      // A branch that matched the type describes the problem best.
      const inner = issue.errors.find((branch) => branch[0] && branch[0].code !== 'invalid_type')?.[0];
      return inner ? ruleOf(inner) : { rule: 'type' };
    }
    default:
      return { rule: 'invalid' };
  }
};

const sentence = (locale: Locale, rule: string, values?: Record<string, unknown>): string => {
  const key = `validation.${rule}`;
  return translate(locale, isTextKey(key) ? key : 'validation.invalid', values);
};

/** Validation issues in the format of the specification: one entry per property, one sentence per rule. */
export const fieldErrors = (issues: readonly Issue[], locale: Locale): FieldError[] => {
  const byProperty = new Map<string, FieldError>();
  for (const issue of issues) {
    const property = issue.path.map(String).join('.') || 'body';
    const entry = byProperty.get(property) ?? { property, constraints: {} };
    const { rule, values } = ruleOf(issue);
    entry.constraints[rule] = sentence(locale, rule, values);
    byProperty.set(property, entry);
  }
  return [...byProperty.values()];
};

export const fieldErrorsOf = (error: FieldsError, locale: Locale): FieldError[] =>
  error.fields.map(({ property, rule, values }) => ({ property, constraints: { [rule]: sentence(locale, rule, values) } }));
