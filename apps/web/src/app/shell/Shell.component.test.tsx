import { StrictMode } from 'react';
import { Link } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../testing/axe.ts';
import { idOf, INSTANT, PIXEL } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import type { useConsent as Consent } from '../consent.ts';
import { Shell } from './Shell.tsx';

const POLICY_ID = idOf(7);
const ASKS = { cookiePolicyEnabled: true, cookiePolicyContentId: POLICY_ID } as const;
const GA_CODE = 'G-TEST123';
const SERVICE = 'https://www.googletagmanager.com/gtag/js?id=G-TEST123';

type Layer = { dataLayer?: ArrayLike<unknown>[] };

/** Addresses of the scripts that the page added. None of them is loaded. */
let scripts: string[] = [];

beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node.src);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  delete (window as Layer).dataLayer;
});

/** The page views that were reported, as the service reads them. Without the first: in development React runs the effects of a new component twice. */
const pageViews = (): unknown[] =>
  ((window as Layer).dataLayer ?? [])
    .map((entry) => Array.from(entry))
    .filter(([kind, name]) => kind === 'event' && name === 'page_view')
    .slice(1)
    .map(([, , details]) => (details as { page_path: string }).page_path);

const open = (options: ShowOptions) =>
  show(
    <Shell overlays={null}>
      <Link to="/discover?q=secret">Discover</Link>
    </Shell>,
    options,
    (api) => {
      api.answer('POST /consents', { success: true });
      api.answer('POST /settings/keys', {});
      api.answer('GET /posts/{id}', {
        _id: POLICY_ID,
        slug: 'cookie-policy',
        title: 'Cookie policy',
        description: '',
        content: '<p>We count <strong>visits</strong>.</p>',
        isPublished: true,
        kind: 'policy',
        version: 1,
        versions: [],
        updatedAt: INSTANT,
      });
    },
  );

const banner = page.getByRole('region', { name: 'Cookie policy' }).first();
const accept = page.getByRole('button', { name: 'Accept cookies' });

/** The choice as a page reads it that is loaded now. */
const isAskedAtNextLoad = async (load: string): Promise<boolean> => {
  const address = `../consent.ts?load=${load}`;
  const { useConsent } = (await import(/* @vite-ignore */ address)) as { useConsent: typeof Consent };
  let isAsked: boolean | undefined;
  const Probe = () => {
    isAsked = useConsent().isAsked;
    return null;
  };
  const screen = await render(
    <StrictMode>
      <Probe />
    </StrictMode>,
  );
  await screen.unmount();
  return isAsked!;
};

test('asks about cookies with the page that the setting names', async () => {
  const { api } = await open({ settings: ASKS });
  await expect.element(banner).toBeVisible();
  await expect.element(banner.getByText('visits')).toBeVisible();
  expect(banner.element().querySelector('strong')?.textContent).toBe('visits');
  expect(api.sent('GET /posts/{id}')[0]?.params).toEqual({ id: POLICY_ID });
  await expect.element(accept).toBeVisible();
  await expectAccessible();
});

test('does not ask while the cookie policy is off, and then reports each page without its query', async () => {
  await open({ settings: { ...ASKS, cookiePolicyEnabled: false, gaCode: GA_CODE } });
  await expect.poll(pageViews).toEqual(['/']);
  expect(accept.query()).toBeNull();
  await page.getByRole('link', { name: 'Discover' }).click();
  await expect.poll(pageViews).toEqual(['/', '/discover']);
  expect(JSON.stringify((window as Layer).dataLayer)).not.toContain('secret');
  expect(scripts).toEqual([SERVICE]);
});

test('asks at the next load only without a stored choice', async () => {
  localStorage.removeItem('cookiePolicy');
  expect(await isAskedAtNextLoad('without')).toBe(true);
  localStorage.setItem('cookiePolicy', 'yes');
  expect(await isAskedAtNextLoad('accepted')).toBe(false);
  localStorage.setItem('cookiePolicy', 'no');
  expect(await isAskedAtNextLoad('refused')).toBe(false);
  localStorage.setItem('cookiePolicy', 'perhaps');
  expect(await isAskedAtNextLoad('unknown')).toBe(true);
});

test('stores an acceptance, asks no more, and loads analytics only then', async () => {
  const { api } = await open({ settings: { ...ASKS, gaCode: GA_CODE } });
  await expect.element(accept).toBeVisible();
  await page.getByRole('link', { name: 'Discover' }).click();
  expect([scripts, pageViews()]).toEqual([[], []]);
  expect(localStorage.getItem('cookiePolicy')).toBeNull();
  await accept.click();
  await expect.element(accept).not.toBeInTheDocument();
  expect(localStorage.getItem('cookiePolicy')).toBe('yes');
  expect(document.cookie).toContain('cookiePolicy=yes');
  await expect.poll(pageViews).toEqual(['/discover']);
  expect(scripts).toEqual([SERVICE]);
  expect(api.sent('POST /consents').map(({ body }) => body)).toEqual([{ purpose: 'analytics', granted: true }]);
  expect(await isAskedAtNextLoad('chosen')).toBe(false);
});

test('covers the start with the site’s own icon', async () => {
  const seen: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) seen.push(...[...node.querySelectorAll('img')].map((image) => image.src));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await open({ settings: { pageLoadingIconUrl: PIXEL } });
  await expect.poll(() => seen).toContain(PIXEL);
  watch.disconnect();
});
