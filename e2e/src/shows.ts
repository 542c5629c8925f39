import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { goTo } from './browser.ts';

/** Generous timeout for a busy machine: cameras, encoders and decoders of all sides run on it. */
export const SLOW = { timeout: 40_000 };

/** The state of the show's player. */
export const stateOf = (page: Page): Promise<string | null> => page.getByTestId('live-picture').getAttribute('data-state');

/** How the show's player gets its media: `whep`, `signalling` or `hls`. */
export const transportOf = (page: Page): Promise<string | null> => page.getByTestId('live-picture').getAttribute('data-transport');

/** How a picture plays, once it does. Where WebRTC's first picture was late, as on a busy machine, the page is opened again for the next look. */
export const playsBy = async (page: Page): Promise<string | null> => {
  await expect.poll(() => stateOf(page), SLOW).toBe('playing');
  const transport = await transportOf(page);
  if (transport === 'hls') await page.reload();
  return transport;
};

/** Counts the frames that the first video of a page has shown. */
const framesShown = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);

/** Waits until the first video of a page has shown a second's frames more than now. */
export const advances = async (page: Page): Promise<void> => {
  const before = await framesShown(page);
  await expect.poll(() => framesShown(page), SLOW).toBeGreaterThan(before + 15);
};

/** Opens the studio with a camera that is ready, and the picture that a busy machine can encode. */
export const openStudio = async (page: Page): Promise<void> => {
  await goTo(page, '/model/live');
  await page.getByText('Everything is ready. You can start.').waitFor();
  await page.getByLabel('Picture', { exact: true }).selectOption('360p15');
};

/** Ends the show of an open studio, and waits for its summary. */
export const endShow = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'End the show' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the show' }).click();
  await page.getByRole('button', { name: 'Another show' }).waitFor();
};

/** Writes a line into the chat of a show. */
export const say = async (page: Page, words: string): Promise<void> => {
  await page.getByLabel('Say something kind').fill(words);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};
