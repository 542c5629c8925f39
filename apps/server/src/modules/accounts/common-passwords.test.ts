import { expect, test } from 'vitest';
import { isGuessable } from './common-passwords.ts';

test('what is guessed first is refused, whatever its case', () => {
  const own = { username: 'luna.moreno', email: 'luna.m@example.org' };
  const refused = [
    'password',
    'PassWord123',
    '12345678',
    '1234567890',
    '87654321',
    'aaaaaaaa',
    'abababab',
    'abcdefgh',
    'Luna.Moreno',
    'luna.m@example.org',
  ];
  expect(refused.filter((password) => !isGuessable(password, own))).toEqual([]);
  expect(
    ['correct horse 42', 'stagedoor-demo', 'mine again 11', 'luna.moreno sings', '13572468'].filter((password) =>
      isGuessable(password, own),
    ),
  ).toEqual([]);
});
