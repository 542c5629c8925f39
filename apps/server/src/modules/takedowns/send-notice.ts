import type { TakedownReason } from '@stagedoor/contract/reasons';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { NOTICE_MAIL_TASK } from './takedowns.jobs.ts';
import { newReference } from './reference.ts';

export interface NoticeInput {
  url: string;
  reason: TakedownReason;
  statement: string;
  name: string;
  email: string;
  locale: string;
}

/** Stores a notice; the sender gets a confirmation, the site's owner a mail. @returns the reference for enquiries */
export const sendNotice = async (platform: Platform, input: NoticeInput, idempotency: Idempotency | undefined): Promise<string> => {
  const { reference } = await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .insertInto('takedown_notices')
      .values({ ...input, reference: newReference(), created_at: platform.clock.now() })
      .returning(['id', 'reference'])
      .executeTakeFirstOrThrow();
    await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId: row.id, kind: 'receipt' });
    await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId: row.id, kind: 'arrived' });
    return { reference: row.reference };
  });
  return reference;
};
