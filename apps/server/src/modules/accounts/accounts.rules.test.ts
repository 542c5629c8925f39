import { LITE_PATHS, WEB_PATHS } from '@stagedoor/contract/routes';
import { PAGES } from '@stagedoor/web/pages';
import { expect, test } from 'vitest';
import { isAdult, isReservedUsername, usernameSkeleton } from './accounts.rules.ts';

test('no segment of a page that stands where a username can, of the API or of a language can be a username', () => {
  const paths = [...Object.values(PAGES).map(({ path }) => path), ...WEB_PATHS, ...LITE_PATHS].map((path) => path.split('/').slice(1));
  // /{username}, and nested ones: /model/{username} is a profile beside /model/dashboard.
  const places = paths.filter((path) => path.at(-1) === ':username').map((path) => path.slice(0, -1).join('/'));
  expect(places).toContain('model');
  const segments = paths
    .flatMap((path) => path.map((segment, index) => ({ segment, place: path.slice(0, index).join('/') })))
    .filter(({ segment, place }) => places.includes(place) && segment && !segment.startsWith(':') && segment !== '*')
    .map(({ segment }) => segment);
  expect(segments).toContain('payout-request');
  expect(segments.filter((segment) => !isReservedUsername(segment))).toEqual([]);
  expect(
    ['api', 'files', 'socket.io', 'i18n', 'en', 'es', 'performer', 'payment-wallet', 'admin'].filter((word) => !isReservedUsername(word)),
  ).toEqual([]);
});

test('lookalikes of reserved names are reserved too, ordinary names are not', () => {
  expect(
    ['m0del', 'mode1', 'rnodel', 'a-u-t-h', 'Wa11et', 'adm.in', '1ive'].filter((name) => !isReservedUsername(name.toLowerCase())),
  ).toEqual([]);
  expect(['luna', 'ines.valdemar', 'noor_h', 'alexm', 'modelling'].filter(isReservedUsername)).toEqual([]);
});

test('lookalike usernames have the same skeleton', () => {
  expect(new Set(['ilona', '1lona', 'llona', 'iI0na'].map(usernameSkeleton)).size).toBe(1);
  expect(usernameSkeleton('anna')).not.toBe(usernameSkeleton('arma'));
});

test('a person is adult from the eighteenth birthday on', () => {
  expect([isAdult('2008-11-21', '2026-11-21'), isAdult('2008-11-22', '2026-11-21'), isAdult('1900-01-01', '2026-11-21')]).toEqual([
    true,
    false,
    false,
  ]);
});
