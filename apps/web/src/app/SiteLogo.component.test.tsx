import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PIXEL } from '../../testing/fixtures.ts';
import { show } from '../../testing/show.tsx';
import { SiteLogo } from './SiteLogo.tsx';

const LOGO = PIXEL;
const WHITE_LOGO = `${PIXEL}#white`;
const settings = { logoUrl: LOGO, whiteLogoUrl: WHITE_LOGO };

const shownLogo = async (): Promise<string> => {
  const logo = page.getByRole('img', { name: 'Stagedoor' });
  await expect.element(logo).toBeInTheDocument();
  return (logo.element() as HTMLImageElement).src;
};

test('shows the logo for light backgrounds in the light theme', async () => {
  await show(<SiteLogo />, { settings, theme: 'light' });
  expect(await shownLogo()).toBe(LOGO);
});

test('shows the white logo in the dark theme', async () => {
  await show(<SiteLogo />, { settings, theme: 'dark' });
  expect(await shownLogo()).toBe(WHITE_LOGO);
});

test('shows the white logo on top of a picture in the light theme', async () => {
  await show(<SiteLogo onDark />, { settings, theme: 'light' });
  expect(await shownLogo()).toBe(WHITE_LOGO);
});
