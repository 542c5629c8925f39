import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { BROKEN_FILM, captionsOf, filmOf } from '../../testing/film.ts';
import { PIXEL } from '../../testing/fixtures.ts';
import { tabTo } from '../../testing/keyboard.ts';
import { show, type ShowOptions } from '../../testing/show.tsx';
import { VideoPlayer, type VideoPlayerProps } from './VideoPlayer.tsx';

type Renew = NonNullable<VideoPlayerProps['renew']>;

const open = (props: Partial<VideoPlayerProps> = {}, options: ShowOptions = {}) =>
  show(
    <div style={{ width: 640 }}>
      <VideoPlayer title="One bow" hls={null} mp4={filmOf(40)} poster={PIXEL} durationSeconds={40} {...props} />
    </div>,
    options,
  );

const start = page.getByRole('button', { name: 'Play One bow' });
const film = (): HTMLVideoElement => {
  const found = document.querySelector('video');
  if (!found) throw new Error('There is no video in the document.');
  return found;
};
/** Returns the present name of the play button. A locator of an element keeps the name that it was made with. */
const playLabel = () => document.querySelector('media-play-button')?.getAttribute('aria-label');
const part = (name: string) => page.elementLocator(document.querySelector(name)!);

/** Opens the player and waits until it plays. */
const play = async (props: Partial<VideoPlayerProps> = {}) => {
  await open(props);
  await start.click();
  await expect.poll(() => film().currentTime).toBeGreaterThan(0);
};

test('shows its length and loads no film until it is asked for', async () => {
  const onPlay = vi.fn<() => void>();
  await open({ onPlay });
  await expect.element(page.getByText('0:40')).toBeVisible();
  expect(document.querySelector('video')).toBeNull();
  await tabTo(start);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.querySelector('video')?.paused).toBe(false);
  await expect.poll(() => onPlay.mock.calls.length).toBe(1);
  expect(film().muted).toBe(false);
});

test('pauses and goes on by keyboard, and tells where it paused', async () => {
  const told: [number, boolean][] = [];
  await play({ onTime: (seconds, isPaused) => told.push([seconds, isPaused]) });
  await tabTo(part('media-play-button'));
  await expect.poll(playLabel).toMatch(/pause/i);
  await userEvent.keyboard(' ');
  await expect.poll(() => film().paused).toBe(true);
  expect(told.at(-1)).toEqual([film().currentTime, true]);
  await expect.poll(playLabel).toMatch(/play/i);
  await userEvent.keyboard(' ');
  await expect.poll(() => film().paused).toBe(false);
});

test('seeks by keyboard', async () => {
  await play();
  film().pause();
  const before = film().currentTime;
  await tabTo(part('media-time-range'));
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => film().currentTime).toBeGreaterThan(before);
  const later = film().currentTime;
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => film().currentTime).toBeLessThan(later);
});

test('mutes by keyboard', async () => {
  await play();
  await tabTo(part('media-mute-button'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => film().muted).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => film().muted).toBe(false);
});

test('turns captions on and off', async () => {
  await play({ captions: [{ locale: 'en', label: 'English', url: captionsOf('A bow is drawn.') }] });
  const captions = page.getByRole('switch', { name: 'Captions' });
  await expect.element(captions).toHaveAttribute('aria-checked', 'false');
  await captions.click();
  await expect.element(captions).toHaveAttribute('aria-checked', 'true');
  await expect.poll(() => film().textTracks[0]!.mode).toBe('showing');
  await captions.click();
  await expect.poll(() => film().textTracks[0]!.mode).not.toBe('showing');
});

test('has no captions button for a film without captions', async () => {
  await play();
  expect(document.querySelector('media-captions-button')).toBeNull();
});

test('changes its speed by keyboard and names it as it is shown', async () => {
  await play({ choices: true });
  const label = () => document.querySelector('media-playback-rate-button')?.getAttribute('aria-label');
  await expect.poll(label).toBe('Playback rate 1x');
  await tabTo(part('media-playback-rate-button'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => film().playbackRate).toBe(1.25);
  await expect.poll(label).toBe('Playback rate 1.25x');
});

test('begins where it should', async () => {
  await open({ startAt: 12 });
  await start.click();
  await expect.poll(() => document.querySelector('video')?.currentTime).toBeGreaterThanOrEqual(12);
  expect(film().currentTime).toBeLessThan(20);
});

test('plays by itself without sound', async () => {
  await open({ autoPlay: true });
  await expect.poll(() => document.querySelector('video')?.currentTime ?? 0).toBeGreaterThan(0);
  expect(film().muted).toBe(true);
  await expect.element(start).not.toBeInTheDocument();
});

test('renews a refused address once and goes on with the new one', async () => {
  const address = filmOf(40);
  const renew = vi.fn<Renew>(() => Promise.resolve({ hls: null, mp4: address }));
  await open({ mp4: BROKEN_FILM, renew });
  await start.click();
  await expect.poll(() => document.querySelector('video')?.currentTime ?? 0).toBeGreaterThan(0);
  expect(film().src).toBe(address);
  expect(renew).toHaveBeenCalledTimes(1);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('says that a film can’t be played, and tries again on request', async () => {
  const address = filmOf(40);
  const renew = vi.fn<NonNullable<VideoPlayerProps['renew']>>(() => Promise.resolve(null));
  await open({ mp4: BROKEN_FILM, renew });
  await start.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('This video can’t be played right now.');
  expect(renew).toHaveBeenCalledTimes(1);
  renew.mockResolvedValue({ hls: null, mp4: address });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(() => film().currentTime).toBeGreaterThan(0);
  expect(renew).toHaveBeenCalledTimes(2);
});

test('asks no third time when the renewed address fails too', async () => {
  const renew = vi.fn<Renew>(() => Promise.resolve({ hls: null, mp4: `${BROKEN_FILM}AAAA` }));
  await open({ mp4: BROKEN_FILM, renew });
  await start.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(renew).toHaveBeenCalledTimes(1);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ choices: true, captions: [{ locale: 'en', label: 'English', url: captionsOf('A bow is drawn.') }] }, appearance);
  await page.getByRole('button', { name: /One bow/ }).click();
  await expect.poll(() => document.querySelector('video')?.currentTime ?? 0).toBeGreaterThan(0);
  film().pause();
  const label = appearance.locale === 'es' ? /reproducir/i : /play/i;
  await expect.poll(playLabel).toMatch(label);
  await expectAccessible();
});
