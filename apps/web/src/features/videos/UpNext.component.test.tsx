import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { idOf } from '../../../testing/fixtures.ts';
import { videoOf } from '../../../testing/fixtures-items.ts';
import { show } from '../../../testing/show.tsx';
import { UpNext } from './UpNext.tsx';

const VIDEOS = [
  videoOf(601, 'The full rehearsal'),
  { ...videoOf(602, 'For everybody'), audience: 'everyone', price: null },
  { ...videoOf(603, 'For subscribers'), audience: 'subscribers', price: null },
] as const;

test('names related videos with their length, performer and terms, each a link to its page', async () => {
  await show(<UpNext videos={VIDEOS} />);
  const links = page.getByRole('region', { name: 'Up next' }).getByRole('link');
  await expect.element(links).toHaveLength(3);
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([601, 602, 603].map((id) => `/videos/${idOf(id)}`));
  await expect.element(links.nth(0)).toMatchTextContent(/1:35.*The full rehearsal.*Luna Reyes.*6\.50/);
  await expect.element(links.nth(1)).toMatchTextContent(/For everybody.*Free/);
  await expect.element(links.nth(2)).toMatchTextContent(/For subscribers.*Subscribers/);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await show(<UpNext videos={VIDEOS} />, appearance);
  await expectAccessible();
});
