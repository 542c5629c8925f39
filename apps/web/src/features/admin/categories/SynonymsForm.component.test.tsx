import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../../testing/toasts.ts';
import { SynonymsForm } from './SynonymsForm.tsx';

const READ = 'GET /admin/synonyms';
const SAVE = 'PUT /admin/synonyms';
const GROUPS = [
  ['ceramics', 'pottery', 'potter'],
  ['cerámica', 'alfarería'],
];

const saved: string[] = [];
const open = (options: ShowOptions = {}, prepare: (api: ApiDouble) => void = () => undefined) => {
  saved.length = 0;
  return show(
    <SynonymsForm onSaved={() => saved.push('saved')} />,
    { user: { ...FAN, role: 'admin', permissions: ['site'] }, path: '/admin/categories', ...options },
    (api) => {
      api.answer(READ, { groups: GROUPS });
      api.answer(SAVE, { groups: GROUPS });
      prepare(api);
    },
  );
};

const field = page.getByRole('textbox', { name: 'One group per line' });
const save = page.getByRole('button', { name: 'Save words' });

test('shows a group on each line, and sends what is written, whichever comma separates it', async () => {
  const { api } = await open();
  await expect.element(field).toHaveValue('ceramics, pottery, potter\ncerámica, alfarería');
  stopTimeouts();
  await field.fill('ceramics,pottery ;\n\n 陶芸、焼き物 \nفخار، خزف\n');
  await save.click();
  await expect.poll(toasts).toEqual(['Words saved.']);
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([
    {
      groups: [
        ['ceramics', 'pottery'],
        ['陶芸', '焼き物'],
        ['فخار', 'خزف'],
      ],
    },
  ]);
  expect(saved).toEqual(['saved']);
  await passToasts(5000);
});

test.each([
  ['en', 'One group per line', 'Save words', 'Line 4: Enter two different words.'],
  ['es', 'Un grupo por línea', 'Guardar palabras', 'Línea 4: Escribe dos palabras distintas.'],
] as const)(
  'names the line that is refused (%s), keeps what is written, and saves it once it is mended',
  async (locale, label, button, words) => {
    const { api } = await open({ locale }, (double) =>
      double.refuseField(SAVE, 'groups.2', { en: 'Enter two different words.', es: 'Escribe dos palabras distintas.' }),
    );
    const written = page.getByRole('textbox', { name: label });
    await written.fill('clay, mud\n\nkiln, oven\nalone, Alone');
    await page.getByRole('button', { name: button }).click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(written).toHaveAttribute('aria-invalid', 'true');
    await expect.element(written).toHaveValue('clay, mud\n\nkiln, oven\nalone, Alone');
    expect(saved).toEqual([]);
    api.answer(SAVE, { groups: GROUPS });
    stopTimeouts();
    await written.fill('clay, mud');
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => saved).toEqual(['saved']);
    await passToasts(5000);
  },
);

test('says that the words can’t be saved, and keeps them', async () => {
  const { api } = await open();
  api.refuse(SAVE, 'BAD_REQUEST');
  await field.fill('clay, mud');
  await save.click();
  await expect.element(page.getByText('Bad request!')).toBeVisible();
  await expect.element(field).toHaveValue('clay, mud');
});

test('says that the words can’t be read, and reads them again', async () => {
  const { api } = await open({}, (double) => double.refuse(READ, 'BAD_REQUEST'));
  await expect.element(page.getByText('Bad request!')).toBeVisible();
  api.answer(READ, { groups: GROUPS });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(field).toHaveValue('ceramics, pottery, potter\ncerámica, alfarería');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expect.element(page.getByRole('textbox')).toBeVisible();
  await expectAccessible();
});
