import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN, INSTANT, idOf } from '../../../../testing/fixtures.ts';
import { show } from '../../../../testing/show.tsx';
import { BatchPane } from './BatchPane.tsx';

const ADMIN = { ...FAN, role: 'admin' as const };
const PAY = 'POST /admin/payout-batches/{id}/pay';
const CANCEL = 'POST /admin/payout-batches/{id}/cancel';
const FILE = 'GET /admin/payout-batches/{id}/bank-file';
const BATCH = {
  _id: idOf(310),
  reference: 'PB-7',
  state: 'open',
  method: 'banking',
  currency: 'USD',
  net: 40,
  count: 2,
  version: 3,
  createdBy: 'admin',
  createdAt: INSTANT,
  updatedAt: INSTANT,
} as const;

test.each([
  ['Mark all as paid', PAY, { version: BATCH.version, paymentReference: '' }],
  ['Dissolve', CANCEL, undefined],
] as const)('“%s” asks once, sends nothing when the question is closed, and says why it was refused', async (act, key, body) => {
  const { api } = await show(<BatchPane id={BATCH._id} onBack={() => undefined} />, { user: ADMIN }, (double) => {
    double.answer('GET /admin/payout-batches/{id}', BATCH);
    double.answer('GET /admin/payouts', { data: [], total: 0, counts: { pending: 0, approved: 0 }, oldestWaitingAt: null });
    double.refuse(key, 'PAYOUT_STATE');
  });
  const ask = page.getByRole('region', { name: 'PB-7' }).getByRole('button', { name: act });
  const question = page.getByRole('dialog');
  await ask.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(api.sent(key)).toEqual([]);
  await ask.click();
  await question.getByRole('button', { name: act }).click();
  await expect.poll(() => api.sent(key).map(({ body: sent }) => sent)).toEqual([body]);
  await expect.element(question.getByRole('alert')).toBeVisible();
});

const WORDS = {
  OTHER_ADMIN_REQUIRED: { en: 'Another admin must pay what you approved.', es: 'Lo que has aprobado debe pagarlo otro admin.' },
  PAYOUT_PAYER_MISSING: { en: /^Set the name and IBAN/, es: /^Indica en Ajustes/ },
  PAYOUT_FROZEN: { en: /^Payouts are frozen because/, es: /^Los pagos están bloqueados porque/ },
} as const;
const cases = (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((code) =>
  (['en', 'es'] as const).map((locale) => [code, locale, WORDS[code][locale]] as const),
);

test.each(cases)('says at the file of a batch what %s means, in %s', async (code, locale, words) => {
  await show(<BatchPane id={BATCH._id} onBack={() => undefined} />, { user: ADMIN, locale }, (double) => {
    double.answer('GET /admin/payout-batches/{id}', BATCH);
    double.answer('GET /admin/payouts', { data: [], total: 0, counts: { pending: 0, approved: 0 }, oldestWaitingAt: null });
    double.refuse(FILE, code);
  });
  await page.getByRole('button', { name: /^(Download bank file|Descargar fichero del banco)$/ }).click();
  await expect.element(page.getByText(words)).toBeVisible();
});

test.each(['en', 'es'] as const)('says that another admin must pay a batch, in %s', async (locale) => {
  await show(<BatchPane id={BATCH._id} onBack={() => undefined} />, { user: ADMIN, locale }, (double) => {
    double.answer('GET /admin/payout-batches/{id}', BATCH);
    double.answer('GET /admin/payouts', { data: [], total: 0, counts: { pending: 0, approved: 0 }, oldestWaitingAt: null });
    double.refuse(PAY, 'OTHER_ADMIN_REQUIRED');
  });
  const act = { name: /^(Mark all as paid|Marcar todos como pagados)$/ };
  await page.getByRole('region', { name: 'PB-7' }).getByRole('button', act).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', act).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent(WORDS.OTHER_ADMIN_REQUIRED[locale]);
});
