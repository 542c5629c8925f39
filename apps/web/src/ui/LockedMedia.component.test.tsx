import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { tabTo } from '../../testing/keyboard.ts';
import { show } from '../../testing/show.tsx';
import { LockedMedia } from './LockedMedia.tsx';

const OFFER = { label: 'Unlock', tokens: 6.5 } as const;
const button = page.getByRole('button');

test('names the price, the pictures, the length and the buyers of what is locked', async () => {
  await show(<LockedMedia state="locked" title="The full rehearsal" seconds={848} photos={6} unlocks={4} offer={OFFER} />);
  for (const words of ['The full rehearsal', '14:08', '6 photos']) await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(button).toMatchTextContent(/Unlock.*6\.50.*\$6\.50/);
});

test('asks once for each click', async () => {
  const onOffer = vi.fn<() => void>();
  await show(<LockedMedia state="locked" offer={OFFER} onOffer={onOffer} />);
  await tabTo(button);
  await userEvent.keyboard('{Enter}');
  expect(onOffer).toHaveBeenCalledTimes(1);
});

test('is disabled and says so while it is being paid', async () => {
  await show(<LockedMedia state="paying" offer={OFFER} />);
  await expect.element(page.getByRole('button', { name: /^Paying/ })).toBeDisabled();
});

test('shows no price for a short wallet until the top-up is known', async () => {
  await show(<LockedMedia state="short" balance={2} offer={OFFER} />);
  await expect.element(page.getByRole('button', { name: 'Top up' })).toHaveTextContent('Top up');
});

test('names the top-up that is enough for a short wallet instead of the price', async () => {
  await show(<LockedMedia state="short" balance={2} offer={OFFER} topUp={{ tokens: 10, money: 9.5 }} />);
  await expect.element(page.getByText('You have 2.00 tokens ($2.00). It costs 6.50 tokens ($6.50).')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Top up/ })).toMatchTextContent(/10\.00.*\$9\.50/);
});

test('explains a failed payment and offers another try', async () => {
  await show(<LockedMedia state="failed" reason="Your bank said no. Nothing was charged." offer={OFFER} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your bank said no.');
  await expect.element(page.getByRole('button', { name: /^Try again/ })).toBeEnabled();
});

test('opens the curtain over the media and reports that it is open', async () => {
  const onParted = vi.fn<() => void>();
  await show(
    <LockedMedia state="parting" offer={OFFER} onParted={onParted}>
      <img src="data:," alt="The stage" />
    </LockedMedia>,
  );
  await expect.element(page.getByRole('img', { name: 'The stage' })).toBeInTheDocument();
  await expect.poll(() => onParted.mock.calls.length).toBeGreaterThan(0);
  await expect.element(button).not.toBeInTheDocument();
});

test('shows the receipt of what was unlocked, with the focus, until the page is scrolled', async () => {
  await show(
    <div style={{ height: 4000 }}>
      <LockedMedia state="unlocked" ratio="16 / 10" receipt={{ tokens: 6.5, to: '/orders/1' }}>
        <p>The stage</p>
      </LockedMedia>
    </div>,
  );
  const receipt = page.getByRole('status');
  await expect.element(receipt).toMatchTextContent(/Yours\. Paid.*6\.50/);
  await expect.element(receipt).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', '/orders/1');
  window.scrollTo(0, 200);
  await expect.element(receipt).not.toBeInTheDocument();
});

test('shows nothing of the media before they are unlocked', async () => {
  await show(
    <LockedMedia state="locked" offer={OFFER}>
      <p>The stage</p>
    </LockedMedia>,
  );
  await expect.element(button).toBeVisible();
  await expect.element(page.getByText('The stage')).not.toBeInTheDocument();
});

const STATES = ['locked', 'paying', 'short', 'failed', 'unlocked', 'loading'] as const;
test.each(APPEARANCES.flatMap((appearance) => STATES.map((state) => ({ ...appearance, state }))))(
  'is accessible when $state, in $locale, $direction, $theme',
  async ({ state, ...appearance }) => {
    await show(
      <LockedMedia
        state={state}
        title="The full rehearsal"
        photos={6}
        balance={2}
        reason="No."
        offer={OFFER}
        receipt={{ tokens: 6.5, to: '/orders/1' }}
      />,
      appearance,
    );
    await expectAccessible();
  },
);
