import { WEB_PATHS } from '@stagedoor/contract/routes';
import { expect, test } from 'vitest';
import { type Page, PAGES } from './pages.ts';

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
