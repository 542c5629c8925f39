import { expect, test } from 'vitest';
import { wordsOfOwner, wordsOfSite } from './password-words.ts';

const OWNER = {
  username: 'luna.moreno_x',
  email: 'Lu.na+site@mail.night-owls.example',
  names: ['Luna  Moreno', ''],
  dateOfBirth: '1990-05-01',
};

test('takes the words of a person from names, address and day of birth', () => {
  const words = wordsOfOwner(OWNER);
  expect(words).toEqual(
    expect.arrayContaining([
      'luna.moreno_x',
      'lunamorenox',
      'luna',
      'moreno',
      'lunamoreno',
      'lu.na+site@mail.night-owls.example',
      'lunasite',
      'night-owls',
      'nightowls',
      '1990',
      '0105',
      '01051990',
      '05/01/1990',
      '010590',
    ]),
  );
  // Shorter ones occur in anything.
  expect(words.filter((word) => word.length < 3 || word !== word.toLowerCase())).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

test('takes the words of the site from its name and host', () => {
  expect(wordsOfSite('Velvet Rooms', 'https://www.velvet-stage.example/')).toEqual([
    'velvet rooms',
    'velvetrooms',
    'velvet',
    'rooms',
    'www.velvet-stage.example',
    'velvet-stage',
    'velvetstage',
    'stage',
    'stagedoor',
  ]);
  expect(wordsOfSite('Stagedoor', 'http://localhost:4321')).toEqual(['stagedoor', 'localhost']);
});

test('bounds the words of one person', () => {
  const names = Array.from({ length: 200 }, (_, index) => `name${index}`);
  expect(wordsOfOwner({ ...OWNER, names }).length).toBeLessThanOrEqual(60);
});
