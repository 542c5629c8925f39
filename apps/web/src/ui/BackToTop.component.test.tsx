import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { BackToTop } from './BackToTop.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  window.scrollTo(0, 0);
});

const open = () =>
  show(
    <>
      <div style={{ height: 9000 }} />
      <BackToTop />
    </>,
  );

const button = page.getByRole('button', { name: 'Back to top' });

test('appears after more than 400 pixels of scrolling', async () => {
  await open();
  expect(button.query()).toBeNull();
  window.scrollTo(0, 401);
  await expect.element(button).toBeVisible();
  window.scrollTo(0, 400);
  await expect.element(button).not.toBeInTheDocument();
});

test('scrolls to the top in 450 milliseconds', async () => {
  await open();
  window.scrollTo(0, 8000);
  await expect.element(button).toBeVisible();
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  (button.element() as HTMLElement).click();
  /** Draws the picture of a moment after the click. @returns where the page is then */
  const positionAt = (milliseconds: number): number => {
    for (const frame of frames.splice(0)) frame(1000 + milliseconds);
    return window.scrollY;
  };
  expect(positionAt(0)).toBe(8000);
  expect(positionAt(225)).toBe(1000);
  positionAt(449);
  expect(frames).toHaveLength(1);
  expect(positionAt(450)).toBe(0);
  expect(frames).toHaveLength(0);
});
