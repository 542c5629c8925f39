import type { Contract, ResponseOf } from '@stagedoor/contract';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, PERFORMER } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { SearchBox } from './SearchBox.tsx';

type Suggested = ResponseOf<Contract['GET /search/suggestions']>;

const SUGGEST = 'GET /search/suggestions';
const FOUND: Suggested = {
  performers: [{ ...PERFORMER, craft: 'Ceramist', isLive: false, live: { state: 'none' } }],
  words: ['ceramics'],
  tags: [{ tag: 'ceramicart', count: 1200 }],
  categories: [{ _id: idOf(400), slug: 'ceramics', name: 'Ceramics & clay' }],
};

const searched: string[] = [];
const Box = () => {
  const [value, setValue] = useState('');
  return (
    <SearchBox
      label="Search"
      value={value}
      maxLength={60}
      onChange={setValue}
      onSearch={(text) => {
        searched.push(text);
        setValue(text);
      }}
    />
  );
};

const open = (found: Suggested = FOUND, options: ShowOptions = {}) => {
  searched.length = 0;
  return show(<Box />, { user: FAN, path: '/search', ...options }, (api) => api.answer(SUGGEST, found));
};

const field = page.getByRole('combobox', { name: 'Search' });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const key = (keys: string) => userEvent.keyboard(keys);

test('suggests performers, words, tags with their counts, and categories, each under its heading', async () => {
  const { api } = await open();
  await field.fill('cer');
  await expect.element(option(/Luna Reyes/)).toMatchTextContent('Ceramist');
  expect(
    page
      .getByRole('group')
      .elements()
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual(['Performers', 'Words', 'Tags', 'Categories']);
  await expect.element(option(/#ceramicart/)).toMatchTextContent('1,200');
  await expect.element(page.getByRole('status').last()).toMatchTextContent('4 suggestions');
  expect(api.sent(SUGGEST).map(({ query }) => query['q'])).toEqual(['cer']);
});

test('asks for nothing by one letter, and by one character that is a word', async () => {
  const { api } = await open();
  await field.fill('c');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await field.fill('猫');
  await expect.element(option('ceramics')).toBeVisible();
  expect(api.sent(SUGGEST).map(({ query }) => query['q'])).toEqual(['猫']);
});

test('the arrow keys go through all groups and back to the field, and Enter chooses', async () => {
  const { address } = await open();
  await field.fill('cer');
  await expect.element(option('ceramics')).toBeVisible();
  await key('{ArrowDown}{ArrowDown}');
  await expect.element(option('ceramics')).toHaveAttribute('aria-selected', 'true');
  expect(field.element().getAttribute('aria-activedescendant')).toBe(option('ceramics').element().id);
  await key('{ArrowUp}{ArrowUp}');
  expect(field.element().getAttribute('aria-activedescendant')).toBeNull();
  await key('{ArrowUp}');
  await expect.element(option('Ceramics & clay')).toHaveAttribute('aria-selected', 'true');
  await key('{ArrowUp}{Enter}');
  await expect.poll(address).toBe('/search?tag=ceramicart');
  await expect.element(field).toHaveValue('');
});

test('a chosen word is searched for; Enter without a choice searches for what was typed', async () => {
  await open();
  await field.fill('cer');
  await option('ceramics').click();
  expect(searched).toEqual(['ceramics']);
  await expect.element(field).toHaveValue('ceramics');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await field.fill('clay pots');
  await key('{Enter}');
  expect(searched).toEqual(['ceramics', 'clay pots']);
});

test('a performer and a category are opened', async () => {
  const { address } = await open();
  await field.fill('cer');
  await option(/Luna Reyes/).click();
  await expect.poll(address).toBe('/luna');
  await field.fill('cera');
  await option('Ceramics & clay').click();
  await expect.poll(address).toBe(`/search?category=${idOf(400)}`);
});

test('Escape closes the suggestions first, then clears the field; leaving it closes them', async () => {
  await open();
  await field.fill('cer');
  await expect.element(option('ceramics')).toBeVisible();
  await key('{Escape}');
  await expect.element(option('ceramics')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('cer');
  await key('{Escape}');
  await expect.element(field).toHaveValue('');
  await field.fill('cer');
  await expect.element(option('ceramics')).toBeVisible();
  await key('{Tab}');
  await expect.element(option('ceramics')).not.toBeInTheDocument();
});

test('shows no list where nothing is suggested, or nothing can be read', async () => {
  const { api } = await open({ performers: [], words: [], tags: [], categories: [] });
  await field.fill('zzz');
  await expect.poll(() => api.sent(SUGGEST).length).toBe(1);
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  api.refuse(SUGGEST, 'BAD_REQUEST');
  await field.fill('zzzz');
  await expect.poll(() => api.sent(SUGGEST).length).toBe(2);
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(FOUND, appearance);
  await field.fill('cer');
  await expect.element(option('ceramics')).toBeVisible();
  await key('{ArrowDown}');
  await expectAccessible();
});
