import { expect, test } from 'vitest';
import { ERRORS } from '../errors.ts';
import { GATEWAY_FACTS, GATEWAY_FIELDS, GATEWAY_NAMES, type GatewayField } from '../gateways.values.ts';
import { TEXTS } from './index.ts';
import { BUILT_IN_LOCALES } from './text.ts';

/** Specification sections 2 and 8, verbatim. */
const SPECIFIED: Record<string, string> = {
  'errors.INCORRECT_CREDENTIALS': 'Incorrect credentials!',
  'errors.USERNAME_TAKEN': 'Username or email has been taken.',
  'errors.PERFORMER_USERNAME_TAKEN': 'This Username or email ID has been already taken.',
  'errors.UNAVAILABLE': 'Something went wrong. Please try again later',
  'errors.BAD_REQUEST': 'Bad request!',
  'errors.FORBIDDEN': 'Forbidden in the action!',
  'errors.INTERNAL': 'An error occurred, please try again.',
  'errors.COUNTRY_BLOCKED': 'We are not available in your country!',
  'accounts.resetSent': "We've sent an email to reset your password, please check your inbox.",
  'comments.done': 'Commented successfully',
  'comments.failed': 'Error occurred, please try again later',
  'model.deleted': 'Removed successfully!',
  'model.deleteFailed': 'Error occurred, please try again later',
  'messages.failed': 'Error occurred, please try again later',
  'chat.failed': 'Error occurred, please try again later',
  'room.tokenMissing': 'Cannot get stream secure token.',
  'gate.geoTitle': 'IP geo block',
  'gate.sorry': "We're sorry",
  'gate.notAvailable': 'We are not available in your country!',
  'shell.acceptCookies': 'Accept cookies',
};

test('the English texts of the specification are unchanged', () => {
  const english = Object.fromEntries(Object.keys(SPECIFIED).map((key) => [key, (TEXTS as Record<string, { en: string }>)[key]?.en]));
  expect(english).toEqual(SPECIFIED);
});

test('every text exists in every language, with the same placeholders', () => {
  const broken = Object.entries(TEXTS).filter(([, text]) => {
    const places = BUILT_IN_LOCALES.map((locale) =>
      [...text[locale].matchAll(/\{\{(\w+)\}\}/g)]
        .map(([, name]) => name ?? '')
        .toSorted((a, b) => a.localeCompare(b))
        .join(),
    );
    return BUILT_IN_LOCALES.some((locale) => text[locale].trim() === '') || new Set(places).size > 1;
  });
  expect(broken.map(([key]) => key)).toEqual([]);
});

test('every error code has a text', () => {
  expect(Object.keys(ERRORS).filter((code) => !Object.hasOwn(TEXTS, `errors.${code}`))).toEqual([]);
});

// The owner's form computes these keys, so the type checker doesn't miss them.
test.each(GATEWAY_NAMES)('%s has texts for every field, choice and fact', (name) => {
  const fields: readonly GatewayField[] = GATEWAY_FIELDS[name];
  const keys = [
    ...fields.flatMap((field) => [`field.${name}.${field.name}.title`, `field.${name}.${field.name}.text`]),
    ...fields.flatMap((field) => (field.options ?? []).map((option) => `choice.${field.name}.${option}`)),
    ...GATEWAY_FACTS[name].map((fact) => `fact.${fact}`),
  ];
  expect(keys.filter((key) => !Object.hasOwn(TEXTS, `gateways.${key}`))).toEqual([]);
});
