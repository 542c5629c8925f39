import { readFileSync } from 'node:fs';
import { LITE_PATHS, SPECIFIED_LITE_PATHS, WEB_PATHS } from '@stagedoor/contract/routes';
import { expect, test } from 'vitest';
import routes from '../routes.ts';
import { type Layout, type Page, PAGES } from './pages.ts';

/** A path with an optional last parameter is two paths. */
const pathsOf = ({ path }: Page): string[] => (path.endsWith('/:id?') ? [path.slice(0, -'/:id?'.length), path.slice(0, -1)] : [path]);

test('the web has exactly the routes of the contract', () => {
  const all = Object.values<Page>(PAGES).filter(({ path }) => path !== '*');
  // The contract has one path for the pages of the administration without parameters.
  const isOfAdmin = (path: string) => /^\/admin\/[a-z-]+$/.test(path);
  const web = new Set(all.flatMap(pathsOf).map((path) => (isOfAdmin(path) ? '/admin/:page' : path)));
  // The server itself answers this one, while mails are shown instead of sent.
  const contract = WEB_PATHS.filter((path) => path !== '/dev/mail');
  expect([...web].toSorted()).toEqual(contract.toSorted());
});

const ALL = Object.entries<Page>(PAGES);
const pathsWith = (layout: Layout): string[] => ALL.filter(([, page]) => page.layout === layout).map(([, { path }]) => path);

test('a lite performer may open exactly the pages that the contract lists', () => {
  const lite = Object.values<Page>(PAGES).filter((page) => page.lite);
  expect(lite.map(({ path }) => path).toSorted()).toEqual(LITE_PATHS.toSorted());
});

test('decision 71 names each page that the specification doesn’t exempt', () => {
  const record = readFileSync(
    new URL('../../../../docs/decisions/0071-where-the-site-differs-from-its-answers.md', import.meta.url),
    'utf8',
  );
  const specified: readonly string[] = SPECIFIED_LITE_PATHS;
  // The record writes parameters as the specification does; `*` are addresses that don't exist.
  const ours = LITE_PATHS.filter((path) => path !== '*' && !specified.includes(path)).map((path) => `\`${path.replace(':id', '{id}')}\``);
  expect(ours.filter((path) => !record.includes(path))).toEqual([]);
});

test('rooms, messages and reels have no footer; log-in pages the public layout; receipts of payments and the suspension nothing', () => {
  expect(pathsWith('noFooter')).toEqual([
    '/live/:username',
    '/live/private/:id',
    '/live/group/:id',
    '/reels',
    '/reels/:id',
    '/messages/:id?',
  ]);
  expect(pathsWith('blank')).toEqual(['/sandbox/pay/:id', '/suspended']);
  const ofLogIn = ALL.map(([, { path }]) => path).filter((path) => path.startsWith('/auth/') || path === '/login');
  expect(pathsWith('public')).toEqual(expect.arrayContaining(ofLogIn));
});

test('the router gives public and blank pages the layout without rail and footer, and all others the primary one', async () => {
  const idsIn = (layout: string) => routes.find(({ id }) => id === layout)?.children?.map(({ id }) => id);
  const isPlain = ({ layout, bare }: Page): boolean => layout === 'public' || layout === 'blank' || bare === true;
  expect(idsIn('plainLayout')).toEqual(ALL.filter(([, page]) => isPlain(page)).map(([id]) => id));
  expect(idsIn('primaryLayout')).toEqual(ALL.filter(([, page]) => !isPlain(page)).map(([id]) => id));
});
