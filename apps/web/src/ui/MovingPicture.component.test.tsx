import type { Picture } from '@stagedoor/contract/shapes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { BROKEN_FILM, filmOf } from '../../testing/film.ts';
import { show, type ShowOptions } from '../../testing/show.tsx';
import { MovingPicture } from './MovingPicture.tsx';

const STILL =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="320" height="240"%3E%3Crect width="320" height="240" fill="%23b45"/%3E%3C/svg%3E';
const PICTURE: Picture = { width: 320, height: 240, thumbhash: null, sources: [{ width: 320, url: STILL }] };

const open = (options: ShowOptions = {}, animation = filmOf(60), onError?: () => void) =>
  show(
    <div id="window" style={{ height: 300, overflow: 'auto' }}>
      <div style={{ width: 320, height: 240, display: 'grid' }}>
        <MovingPicture picture={PICTURE} animation={animation} name="Picture 1 by Luna" {...(onError ? { onError } : {})} />
      </div>
      <div style={{ height: 1200 }} />
    </div>,
    options,
  );
const film = () => document.querySelector('video');
const isPaused = () => film()?.paused;
/** Answers as a browser whose user wants less motion. */
const wantLessMotion = () => {
  const ask = window.matchMedia.bind(window);
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const answer = ask(query);
    return query.includes('reduced-motion') ? Object.defineProperty(answer, 'matches', { value: true }) : answer;
  });
  onTestFinished(() => spy.mockRestore());
};

test('plays silently and again and again while it is in sight, and pauses out of sight', async () => {
  await open();
  await expect.poll(isPaused).toBe(false);
  expect([film()!.muted, film()!.loop]).toEqual([true, true]);
  document.querySelector('#window')!.scrollTo(0, 1000);
  await expect.poll(isPaused).toBe(true);
  document.querySelector('#window')!.scrollTo(0, 0);
  await expect.poll(isPaused).toBe(false);
});

test('pauses and plays at a press, and stays paused', async () => {
  await open();
  await page.getByRole('button', { name: 'Pause the animation: Picture 1 by Luna' }).click();
  await expect.element(page.getByRole('button', { name: 'Play the animation: Picture 1 by Luna' })).toBeVisible();
  expect(isPaused()).toBe(true);
  document.querySelector('#window')!.scrollTo(0, 1000);
  document.querySelector('#window')!.scrollTo(0, 0);
  expect(isPaused()).toBe(true);
  await page.getByRole('button').click();
  await expect.poll(isPaused).toBe(false);
});

test('plays only at a press for those who want less motion, and loads nothing before', async () => {
  wantLessMotion();
  await open();
  const play = page.getByRole('button', { name: /^Play the animation/ });
  await expect.element(play).toBeVisible();
  expect([isPaused(), film()!.hasAttribute('src'), film()!.readyState]).toEqual([true, false, 0]);
  await play.click();
  await expect.poll(isPaused).toBe(false);
});

test('shows its still and says so when the animation can’t be loaded', async () => {
  const onError = vi.fn<() => void>();
  await open({}, BROKEN_FILM, onError);
  await expect.poll(() => onError.mock.calls.length).toBeGreaterThan(0);
  expect(getComputedStyle(film()!).visibility).toBe('hidden');
  expect(document.querySelector('img')!.complete).toBe(true);
});

test.each(APPEARANCES)('is accessible: $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expect.poll(isPaused).toBe(false);
  await expectAccessible();
});
