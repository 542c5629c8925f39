import { expect, test } from 'vitest';
import { blockedWordIn, chatWordsOf } from './chat.values.ts';

test('words are compared whole, without case and accents', () => {
  expect(chatWordsOf('  ¡Año NUEVO!… 2x ')).toEqual(['ano', 'nuevo', '2x']);
  expect(blockedWordIn('What an IDIÓT!', ['idiot'])).toBe('idiot');
  expect(blockedWordIn('idiotic', ['idiot'])).toBeUndefined();
  expect(blockedWordIn('no scunthorpe', ['horpe'])).toBeUndefined();
  expect(blockedWordIn('Go   HOME, please', ['go home'])).toBe('go home');
  expect(blockedWordIn('ago home', ['go home'])).toBeUndefined();
  expect(blockedWordIn('Mañana', ['manana', 'x'])).toBe('manana');
  expect(blockedWordIn('anything', [])).toBeUndefined();
});
