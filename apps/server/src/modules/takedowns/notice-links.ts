import { timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';

/** The secret of a notice's link in mails: who has it follows the notice and may complain. Derived, so that none is stored. */
export const noticeToken = ({ encryption }: Pick<Platform, 'encryption'>, noticeId: string): string =>
  encryption.fingerprint(noticeId, 'takedown links');

/** Compares in constant time. */
export const isNoticeToken = (platform: Pick<Platform, 'encryption'>, noticeId: string, token: string): boolean => {
  const expected = Buffer.from(noticeToken(platform, noticeId));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
};
