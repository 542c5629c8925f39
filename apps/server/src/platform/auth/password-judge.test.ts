import { expect, test } from 'vitest';
import { judgePassword } from './password-judge.ts';
import { passwordWords } from './password-words.ts';

const WORDS = passwordWords(
  { username: 'luna.moreno', email: 'lm.sings@nightowls.example', names: ['Luna Moreno', 'María'], dateOfBirth: '1990-05-01' },
  { name: 'Velvet Rooms', publicUrl: 'https://www.velvet-stage.example' },
);

test.each([
  ['Summer2024', 'passwordWords'],
  ['Summer2024!', 'passwordWords'],
  ['Verano2025!', 'passwordWords'],
  ['P@ssw0rd!', 'passwordCommon'],
  ['Password123!', 'passwordCommon'],
  ['contraseña1', 'passwordWords'],
  ['iloveyou2', 'passwordCommon'],
  ['12345678', 'passwordCommon'],
  ['aaaaaaaaaaaaaaaa', 'passwordRepeats'],
  ['xoxoxoxoxoxo', 'passwordRepeats'],
  ['hgfedcba', 'passwordSequence'],
  ['asdfghjkl;', 'passwordSequence'],
  ['13.04.1987', 'passwordDate'],
  ['stagedoor1', 'passwordSite'],
  ['S7@g3d00r!', 'passwordSite'],
  ['stagedoor-demo', 'passwordSite'],
  ['stagedoor-admin', 'passwordSite'],
  ['stagedoor welcome', 'passwordSite'],
  ['moreno-family', 'passwordOwn'],
  ['VelvetRooms2026', 'passwordSite'],
  ['velvet-stage', 'passwordSite'],
  ['Luna.Moreno', 'passwordOwn'],
  ['lunamoreno1990', 'passwordOwn'],
  ['Luna_Moreno_1990!', 'passwordOwn'],
  ['moreno01051990', 'passwordOwn'],
  ['lm.sings@nightowls.example', 'passwordOwn'],
  ['nightowls7', 'passwordOwn'],
  ['María1990', 'passwordOwn'],
  ['maria1990', 'passwordOwn'],
])('refuses %s: %s', (password, flaw) => {
  expect(judgePassword(password, WORDS)).toBe(flaw);
});

test.each([
  'correct horse 42',
  'my dog eats blue shoes',
  'el perro come zapatos',
  'jK8#mQ2x',
  'kdjfhgue',
  'Tr0ub4dour&3',
  'luna.moreno sings to nine owls',
  'luna=%x7&?q!Z',
  'кошка любит рыбу',
  '猫は魚が好きです。',
])('accepts %s', (password) => {
  expect(judgePassword(password, WORDS)).toBeNull();
});

test('accepts eight random letters and digits', () => {
  for (const password of ['x7Kq9mRt', 'anQ4thZ8', 'b2Wp0vLs', 'qz3XhY1e', 'Zk5oneR9']) expect(judgePassword(password, WORDS)).toBeNull();
});

test('judges the first 64 characters, because the time grows with the length', () => {
  const strong = 'jK8#mQ2x my dog eats blue shoes';
  expect(judgePassword('a'.repeat(63) + strong, WORDS)).toBe('passwordRepeats');
  expect(judgePassword('a'.repeat(20) + strong, WORDS)).toBeNull();
  expect(judgePassword('p@$5w0rd'.repeat(25), WORDS)).toBe('passwordRepeats');
});
