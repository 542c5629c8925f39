import { OFFER_FAULTS } from '@stagedoor/contract/errors';
import { expect, test } from 'vitest';
import { CodedError } from '../../platform/errors.ts';
import { offerFault } from '../media/offer.ts';
import { messageFor } from './refusals.ts';

const ENCODER = { headers: { 'user-agent': 'encoder' } };

test.each(OFFER_FAULTS)('encoders are told the cause “%s” in both languages', (fault) => {
  const [english, spanish] = (['en', 'es'] as const).map((locale) => messageFor(ENCODER, offerFault(fault, { codecs: 'HEVC' }), locale)!);
  expect(english).not.toBe(spanish);
  for (const sentence of [english!, spanish!]) expect(sentence).not.toMatch(/browser|navegador|reload|recarga|\{\{/i);
});

test('names the codecs that were offered', () => {
  expect(messageFor(ENCODER, offerFault('noH264', { codecs: 'HEVC, AV1' }), 'en')).toBe(
    'The offer’s video is HEVC, AV1. Choose H.264 as the video codec.',
  );
});

test('pages keep the sentence for their visitors, and other errors theirs', () => {
  for (const headers of [{ origin: 'https://stage.example.com' }, { 'sec-fetch-mode': 'cors' }])
    expect(messageFor({ headers }, offerFault('noH264'), 'en')).toBeUndefined();
  expect(messageFor(ENCODER, new CodedError('LIVE_NOT_ON_AIR'), 'en')).toBeUndefined();
  expect(messageFor(ENCODER, new CodedError('LIVE_OFFER_INVALID'), 'en')).toContain('This offer can’t be answered');
});
