import { expect, test } from 'vitest';
import { textProblem } from './texts.rules.ts';

test.each([
  ['Hello {{name}}', 'Hola {{name}}', false, null],
  ['Hello {{name}}', 'Hola', false, 'placeholders'],
  ['Hello', 'Hola {{name}}', false, 'placeholders'],
  ['Hello {{name}}', 'Hola {{nombre}}', false, 'placeholders'],
  ['Hello {{name}}', '{{name}}, {{name}}!', false, null],
  ['Hello {{name}}', 'Hola {{name}} {{', false, 'placeholders'],
  ['Hello', '$t(other.key)', false, 'placeholders'],
  ['Hello {{name}}', 'Hola {{- name}}', false, 'placeholders'],
  ['{{count}} seats', 'un asiento', true, null],
  ['{{count}} seats', 'un asiento', false, 'placeholders'],
  ['{{count}} seats', 'un asiento {{name}}', true, 'placeholders'],
  ['a', '<b>a</b>', false, 'markup'],
  ['a', '</script>', false, 'markup'],
  ['a', '<!-- a', false, 'markup'],
  ['1 < 2', '1 < 2', false, null],
  [undefined, 'a', false, 'unknownText'],
  ['a', 'a\u0000', false, 'controlCharacters'],
  ['a', 'a\u0085b', false, 'controlCharacters'],
  ['a', '\ud800', false, 'controlCharacters'],
  ['a', 'x'.repeat(4001), false, 'tooLong'],
])('%j translated as %j', (english, value, isPlural, problem) => {
  expect(textProblem(english, value, isPlural)).toBe(problem);
});
