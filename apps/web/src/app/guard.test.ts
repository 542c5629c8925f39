import { SPECIFIED_LITE_PATHS } from '@stagedoor/contract/routes';
import type { CurrentUser } from '@stagedoor/contract/users';
import { describe, expect, it, onTestFinished } from 'vitest';
import { guard, landingPath, loginFor, pageOf, safeReturn } from './guard.ts';
import { type Page, PAGES } from './pages.ts';

const account = (change: Partial<CurrentUser>): CurrentUser => ({
  _id: '019a0000-0000-7000-8000-000000000001',
  username: 'ines',
  name: 'Ines Valdemar',
  email: 'ines@example.org',
  emailVerified: true,
  avatar: '/no-avatar.png',
  cover: null,
  balance: 0,
  role: 'fan',
  isPerformer: false,
  isLiteAccount: false,
  applicationState: null,
  locale: 'en',
  timeZone: null,
  adminRole: null,
  permissions: [],
  hasTwoFactor: false,
  hasPasskey: false,
  idleMinutes: null,
  suspension: null,
  mustSetUpTwoFactor: false,
  mustAgree: false,
  deletesAt: null,
  actingAdmin: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...change,
});
const fan = account({});
const performer = account({ role: 'performer', isPerformer: true });
const lite = account({ role: 'performer', isPerformer: true, isLiteAccount: true });
const at = (pathname: string, search = '') => ({ pathname, search });
const pages = Object.values(PAGES as Record<string, Page>).filter((page) => page.path !== '*' && !page.path.includes(':'));

describe('page permissions', () => {
  it('redirects visitors to the log-in from every protected page, and from no other', () => {
    const isProtected = ({ auth, performerOnly, permission, noRedirect }: Page) =>
      Boolean(auth || performerOnly || permission) && !noRedirect;
    const sentAway = pages.filter((page) => guard(at(page.path), null) !== null);
    expect(sentAway).toEqual(pages.filter(isProtected));
  });

  it('redirects everybody but performers from performers’ pages to the log-in', () => {
    const ofPerformers = pages.filter((page) => page.performerOnly).map(({ path }) => path);
    expect(ofPerformers).toEqual(expect.arrayContaining(['/model/feeds', '/model/banking', '/model/earning']));
    expect(ofPerformers.filter((path) => guard(at(path), fan) !== '/auth/login')).toEqual([]);
    expect(ofPerformers.filter((path) => guard(at(path), null) !== loginFor(path))).toEqual([]);
    expect(ofPerformers.filter((path) => guard(at(path), performer) !== null)).toEqual([]);
  });

  it('leaves visitors on a protected page that is flagged as not redirecting', () => {
    const wallet: Page = PAGES.wallet;
    expect(guard(at('/wallet'), null)).toBe('/auth/login?returnTo=%2Fwallet');
    wallet.noRedirect = true;
    onTestFinished(() => void delete wallet.noRedirect);
    expect(guard(at('/wallet'), null)).toBeNull();
  });

  it('keeps a visitor’s return address', () => {
    expect(loginFor('/wallet?top=1')).toBe('/auth/login?returnTo=%2Fwallet%3Ftop%3D1');
    // The front page; what needs an account leads to the log-in.
    expect([guard(at('/'), null), guard(at('/wallet'), null)]).toEqual([null, '/auth/login?returnTo=%2Fwallet']);
  });

  it('rejects return addresses that leave the site or cause a redirect loop', () => {
    const outside = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
      '/\t\\evil.example',
      '///evil.example',
      '/@evil.example/../..//evil.example',
      'javascript:alert(1)',
      '/auth/login',
      '/login?returnTo=/',
      '',
      null,
    ];
    expect(outside.filter((address) => safeReturn(address) !== null)).toEqual([]);
    expect(safeReturn('/feeds/1?x=2')).toBe('/feeds/1?x=2');
  });

  it('redirects suspended accounts to the page with the reason, and nobody else', () => {
    const suspended = account({ suspension: { reason: 'rules', note: '' } });
    expect(['/', '/wallet', '/discover', '/ines', '/auth/login'].map((path) => guard(at(path), suspended))).toEqual(
      Array(5).fill('/suspended'),
    );
    expect(['/suspended', '/contact', '/takedown', '/page/terms', '/404'].map((path) => guard(at(path), suspended))).toEqual(
      Array(5).fill(null),
    );
    expect(guard(at('/suspended'), fan)).toBe('/');
  });

  it('opens a page of the administration only to the permitted roles', () => {
    const support = account({ role: 'admin', adminRole: 'support', permissions: ['overview', 'users', 'support', 'site'] });
    expect(guard(at('/admin/users'), support)).toBeNull();
    expect(guard(at('/admin/audit'), support)).toBe('/admin');
    expect(guard(at('/admin/users'), fan)).toBe('/auth/login');
  });

  it('redirects accounts from the log-in: to the return address, else a fan home and a performer to the own profile', () => {
    expect(guard(at('/auth/login'), fan)).toBe('/');
    expect(guard(at('/auth/login', '?returnTo=%2Fcontact'), fan)).toBe('/contact');
    expect(guard(at('/auth/login'), performer)).toBe('/ines');
    expect(landingPath(performer)).toBe('/ines');
  });

  it('restricts a lite performer to its profile, except for exempt pages', () => {
    expect(guard(at('/'), lite)).toBe('/model/ines');
    const exempt = pages.filter((page) => page.lite && !page.visitorOnly && page.path !== '/suspended');
    expect(exempt.filter((page) => guard(at(page.path), lite) !== null)).toEqual([]);
  });

  it('opens every page that the specification exempts to a lite performer', () => {
    // The log-in leads everybody with an account to their landing page.
    const landing = guard(at('/auth/login'), lite);
    expect(landing).toBe('/ines');
    expect(guard(at(landing!), lite)).toBeNull();
    const others = SPECIFIED_LITE_PATHS.filter((path) => path !== '/auth/login').map((path) =>
      path.replace(':id', 'terms').replace(':username', 'somebody'),
    );
    expect(others.filter((path) => guard(at(path), lite) !== null)).toEqual([]);
    expect(['/', '/wallet', '/discover', '/model/feeds', '/somebody'].map((path) => guard(at(path), lite))).toEqual(
      Array(5).fill('/model/ines'),
    );
  });

  it('leads an admin who acts as an account to a page of that account, which names the page asked for', () => {
    const acting = { _id: 'a', username: 'ada', name: 'Ada' };
    expect(guard(at('/admin/orders', '?id=1'), account({ actingAdmin: acting }))).toBe('/?toAdmin=%2Fadmin%2Forders%3Fid%3D1');
    expect(guard(at('/admin'), { ...lite, actingAdmin: acting })).toBe(`/${lite.username}?toAdmin=%2Fadmin`);
    expect(guard(at(`/${lite.username}`, '?toAdmin=%2Fadmin'), { ...lite, actingAdmin: acting })).toBe(null);
  });

  it('redirects an admin without a second factor to the own account, from any page', () => {
    const admin = account({ role: 'admin', adminRole: 'owner', permissions: ['overview'], mustSetUpTwoFactor: true });
    expect(['/', '/admin', '/wallet', '/admin/applications'].map((path) => guard(at(path), admin))).toEqual(Array(4).fill('/account'));
    expect(guard(at('/account'), admin)).toBeNull();
    expect(guard(at('/admin'), { ...admin, mustSetUpTwoFactor: false })).toBeNull();
  });

  it('finds the page of an address, and the catch-all page', () => {
    expect(pageOf('/page/terms')).toMatchObject({ name: 'page', params: { id: 'terms' } });
    expect(pageOf('/no/such/page').name).toBe('catchAll');
    const exact = pages.map(({ path }) => path);
    // An address with a trailing slash is matched by the route table.
    expect(exact.filter((path) => pageOf(path).name !== pageOf(`${path}/`).name)).toEqual([]);
  });
});
