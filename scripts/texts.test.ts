import { expect, test } from 'vitest';
import { problemsOf, repeatedKeys } from './texts.mjs';

const of = (texts: Record<string, { en: string; es: string }>): string[] =>
  (problemsOf(texts) as { key: string; problem: string }[]).map(({ key, problem }) => `${key}: ${problem.split(':')[0]}`);

test('words that aren’t said, and straight quotation marks, are reported in each language', () => {
  expect(
    of({
      'a.needed': { en: 'Both documents are needed.', es: 'Sube los dos documentos.' },
      'a.quote': { en: 'It\u0027s here', es: 'Está aquí' },
      'a.live': { en: 'Live', es: 'En vivo' },
      'a.email': { en: 'Write to {{email}}', es: 'Escribe a {{email}}' },
    }),
  ).toEqual(['a.needed: en', 'a.quote: en', 'a.live: es']);
});

test('numbers with a noun have their plural forms, and both of them', () => {
  expect(
    of({
      'b.posts': { en: '{{count}} posts', es: '{{count}} publicaciones' },
      'b.files_one': { en: '{{count}} file', es: '{{count}} archivo' },
      'b.total': { en: '{{count}} in total', es: '{{count}} en total' },
    }),
  ).toEqual(['b.posts: en', 'b.files_one: has no `_other`']);
});

test('Spanish questions and exclamations have both marks; the words of the specification are left alone', () => {
  expect(
    of({
      'c.question': { en: 'Why?', es: 'Por qué?' },
      'c.cry': { en: 'Done!', es: '¡Hecho' },
      'gate.sorry': { en: "We're sorry", es: 'Lo sentimos' },
    }),
  ).toEqual(['c.question: es', 'c.cry: es']);
});

test('a key belongs to one file', () => {
  const text = { en: 'Go', es: 'Ir' };
  expect(repeatedKeys([{ 'd.go': text }, { 'd.stop': text }, { 'd.go': text }])).toEqual(['d.go']);
});
