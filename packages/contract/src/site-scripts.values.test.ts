import { expect, test } from 'vitest';
import { mayRunScripts } from './site-scripts.values.ts';

test('foreign scripts run neither for admins nor on pages with a token', () => {
  const fan = { role: 'fan', actingAdmin: null } as const;
  const may = (paths: readonly string[], user: Parameters<typeof mayRunScripts>[1] = fan) =>
    paths.filter((path) => mayRunScripts(path, user));
  const open = ['/', '/auth/login', '/luna', '/administrator', '/auth/verify-email-help'];
  expect(may(open)).toEqual(open);
  expect(may(open, null)).toEqual(open);
  expect(
    may([
      '/admin',
      '/admin/users',
      '/admin.data',
      '/auth/reset-password',
      '/auth/verify-email',
      '/auth/verify-email.data',
      '/auth/change-email',
      '/auth/undo-email-change/',
    ]),
  ).toEqual([]);
  expect(may(open, { role: 'admin', actingAdmin: null })).toEqual([]);
});
