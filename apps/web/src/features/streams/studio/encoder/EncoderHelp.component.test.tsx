import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN, INSTANT } from '../../../../../testing/fixtures.ts';
import { show } from '../../../../../testing/show.tsx';
import { EncoderHelp } from './EncoderHelp.tsx';

test('the key can be replaced on air: whoever publishes with a leaked one is disconnected', async () => {
  const { api } = await show(<EncoderHelp isWaiting={false} />, { user: { ...FAN, role: 'performer', isPerformer: true } }, (double) => {
    double.answer('GET /performer/stream-key', {
      key: { createdAt: INSTANT, usedAt: INSTANT },
      rtmp: 'rtmp://stage.example.com/live',
      whip: 'https://stage.example.com/media/stagedoor/whip/key',
    });
    double.answer('GET /performer/encoder', { signal: null });
    double.answer('POST /performer/stream-key', { key: 'k'.repeat(43) });
  });
  const replace = page.getByRole('button', { name: TEXTS['encoder.replaceKey'].en, exact: true });
  await expect.element(page.getByText(TEXTS['encoder.keyOnAir'].en)).toBeVisible();
  await expect.element(replace).not.toBeInTheDocument();
  await page.getByText(TEXTS['encoder.keyOnAir'].en).click();
  await replace.click();
  await page.getByRole('button', { name: TEXTS['encoder.replaceConfirm'].en }).click();
  await expect.element(page.getByTestId('stream-key')).toMatchTextContent('k'.repeat(43));
  expect(api.sent('POST /performer/stream-key')).toHaveLength(1);
});
