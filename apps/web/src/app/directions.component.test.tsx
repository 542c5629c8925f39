import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { useFormat } from '../ui/format.tsx';
import { LinkedText } from '../ui/LinkedText.tsx';
import { PostHead, PostText } from '../ui/Post.tsx';
import { useText } from '../ui/text.ts';
import { toast } from '../ui/toast.tsx';
import { PageTitle } from './PageTitle.tsx';
import { getTranslator } from './translator.ts';

const NAME = 'שרה (2)';
const ISOLATED = `\u2068${NAME}\u2069`;
/** As stored by a version that let overrides in. */
const OVERRIDE = 'Ana \u202Egpj.exe';

const Sentences = () => {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <PageTitle title={NAME} />
      <p data-testid="sentence">{t('chat.options', { name: NAME })}</p>
      <p data-testid="override">{t('chat.options', { name: OVERRIDE })}</p>
      <p data-testid="list">{format.list([NAME, 'Ana'])}</p>
    </>
  );
};

test('a sentence, a list and the page’s title isolate names, in both languages', async () => {
  for (const locale of ['en', 'es'] as const) {
    await show(<Sentences />, { locale });
    await expect.element(page.getByTestId('sentence').last()).toBeVisible();
    expect(page.getByTestId('sentence').last().element().textContent).toContain(ISOLATED);
    expect(page.getByTestId('override').last().element().textContent).not.toContain('\u202E');
    expect(page.getByTestId('list').last().element().textContent).toBe(`${ISOLATED} ${locale === 'en' ? 'and' : 'y'} Ana`);
    await expect.poll(() => document.title).toContain(`${ISOLATED} · `);
  }
});

test('a toast isolates a name', async () => {
  await show(<p>Page</p>);
  toast(getTranslator().t('chat.options', { name: NAME }));
  await expect.element(page.getByRole('status')).toBeVisible();
  expect(page.getByRole('status').element().textContent).toContain(ISOLATED);
});

test('a name stands apart from what follows it, and a post from right to left begins at the right', async () => {
  await show(
    <div style={{ width: 320 }}>
      <PostHead name={NAME} avatar={null} to="/sara" meta="2 min" audience={null} />
      <PostText>שלום לכולם, 3 הופעות</PostText>
      <p data-testid="chat">
        <LinkedText text="שלום 1" /> <span>2</span>
      </p>
    </div>,
  );
  const name = page.getByText(NAME).element();
  expect(name.tagName).toBe('BDI');
  expect(getComputedStyle(name).direction).toBe('rtl');
  expect(getComputedStyle(document.querySelector('p[dir="auto"]')!).direction).toBe('rtl');
  // Without isolation the 2 would stand at the left of the words.
  const [words, next] = [...page.getByTestId('chat').element().children].map((element) => element.getBoundingClientRect());
  expect(next!.left).toBeGreaterThanOrEqual(words!.right);
});
