import type { AccountDetail } from '@stagedoor/contract/admin-people';
import type { CurrentUser } from '@stagedoor/contract/users';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN, INSTANT, PIXEL, idOf } from '../../../testing/fixtures.ts';
import { sheet } from '../../../testing/sheet.tsx';
import { show } from '../../../testing/show.tsx';
import { AccountPane } from './AccountPane.tsx';

const SET_ROLE = 'PUT /admin/admins/{id}';
const SUSPEND = 'POST /admin/users/{id}/suspend';
const OWNER: CurrentUser = {
  ...FAN,
  role: 'admin',
  adminRole: 'owner',
  permissions: ['users', 'admins', 'moderation', 'support', 'money'],
};
const ADA: AccountDetail = {
  _id: idOf(70),
  username: 'ada',
  name: 'Ada Holt',
  email: 'ada@example.org',
  emailVerified: true,
  avatar: PIXEL,
  role: 'admin',
  adminRole: 'owner',
  status: 'active',
  applicationState: null,
  isOnline: false,
  lastSeenAt: INSTANT,
  createdAt: INSTANT,
  dateOfBirth: null,
  locale: 'en',
  hasTwoFactor: false,
  ownerProposal: null,
  sessions: 0,
  statusReason: null,
  statusNote: '',
  statusChangedAt: null,
  deletesAt: null,
  balance: 0,
  spent: 0,
  subscriptions: 0,
  performer: null,
  history: [],
  timeline: [],
  notes: [],
};

test.each([
  ['en', 'The site needs at least one owner.', 'Suspend'],
  ['es', 'El sitio necesita al menos un responsable.', 'Suspender'],
] as const)('says that the last owner stays one, at the role and at the suspension, in %s', async (locale, words, suspend) => {
  const { api } = await show(<AccountPane id={ADA._id} onBack={() => undefined} />, { user: OWNER, locale }, (double) => {
    double.answer('GET /admin/users/{id}', ADA);
    double.refuse(SET_ROLE, 'LAST_OWNER');
    double.refuse(SUSPEND, 'LAST_OWNER');
  });
  const role = page.getByRole('combobox');
  await role.selectOptions('moderator');
  await expect.element(page.getByRole('alert')).toMatchTextContent(words);
  await expect.element(role).toHaveValue('owner');
  await page.getByRole('button', { name: suspend, exact: true }).click();
  await sheet.getByRole('button', { name: suspend, exact: true }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
  expect([api.sent(SET_ROLE).length, api.sent(SUSPEND).length]).toEqual([1, 1]);
});
