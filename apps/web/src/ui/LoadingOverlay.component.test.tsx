import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PIXEL } from '../../testing/fixtures.ts';
import { show } from '../../testing/show.tsx';
import { LoadingOverlay } from './LoadingOverlay.tsx';

/** Copies what it shows before any effect runs: the document of a page whose code never comes. */
const AsRendered = ({ children }: { children: ReactNode }) => {
  const original = useRef<HTMLDivElement>(null);
  const copy = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    copy.current!.innerHTML = original.current!.innerHTML;
  }, []);
  return (
    <>
      <div ref={original}>{children}</div>
      <div ref={copy} data-testid="copy" />
    </>
  );
};

const copied = () => page.getByTestId('copy').element().firstElementChild!;

test('covers the page for one second at most, even if the code of the page never comes', async () => {
  await show(
    <AsRendered>
      <LoadingOverlay icon={PIXEL} />
    </AsRendered>,
  );
  const [leaving, ...others] = copied()
    .getAnimations()
    .filter((animation) => animation instanceof CSSAnimation);
  expect(others).toEqual([]);
  expect(leaving!.effect!.getComputedTiming().endTime).toBe(1000);
  leaving!.pause();
  leaving!.currentTime = 600;
  expect(getComputedStyle(copied())).toMatchObject({ position: 'fixed', inset: '0px', opacity: '1', visibility: 'visible' });
  leaving!.finish();
  expect(getComputedStyle(copied())).toMatchObject({ opacity: '0', visibility: 'hidden', pointerEvents: 'none' });
});

test('leaves as soon as the page is live', async () => {
  await show(<LoadingOverlay />);
  await expect.poll(() => document.querySelector('main')!.childElementCount).toBe(0);
});

test('shows the site’s own icon', async () => {
  await show(
    <AsRendered>
      <LoadingOverlay icon={PIXEL} />
    </AsRendered>,
  );
  expect(copied().querySelector('img')?.src).toBe(PIXEL);
  expect(copied().querySelector('svg')).toBeNull();
});
