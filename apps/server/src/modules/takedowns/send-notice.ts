import type { TakedownReason } from '@stagedoor/contract/reasons';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { networkOf } from '../../platform/network.ts';
import type { Platform } from '../../platform/platform.ts';
import { dueAtOf, hideAtOnce } from '../reports/index.ts';
import { lockObject, newReference } from '../restrictions/index.ts';
import { findContent } from './find-content.ts';
import { NOTICE_MAIL_TASK } from './takedowns.jobs.ts';
import { contentAt } from './takedowns.rules.ts';

export interface NoticeInput {
  url: string;
  reason: TakedownReason;
  statement: string;
  name: string;
  email: string;
  locale: string;
}

/**
 * Stores a notice; the sender gets a confirmation, the site's owner a mail. With a hiding reason, published content is hidden in the same
 * transaction. The answer is the same whether or not the address leads to something.
 * @returns the reference for enquiries
 */
export const sendNotice = async (
  platform: Platform,
  input: NoticeInput,
  ip: string,
  idempotency: Idempotency | undefined,
): Promise<string> => {
  const { database, clock, config, encryption } = platform;
  const { reference } = await transact(database, idempotency, async (trx) => {
    const at = clock.now();
    const found = await findContent(trx, contentAt(input.url, config.publicUrl));
    if (found) await lockObject(trx, found.object);
    const networkHash = encryption.fingerprint(networkOf(ip), 'takedown networks');
    const row = await trx
      .insertInto('takedown_notices')
      .values({
        ...input,
        reference: newReference(),
        object_type: found?.object.type ?? null,
        object_id: found?.object.id ?? null,
        network_hash: networkHash,
        due_at: dueAtOf(input.reason, at),
        created_at: at,
      })
      .returning(['id', 'reference'])
      .executeTakeFirstOrThrow();
    if (found?.isPublished) {
      const sender = { kind: 'visitor', networkHash, email: input.email } as const;
      const hiding = await hideAtOnce(platform, trx, found, { reason: input.reason, source: 'notice', sender });
      if (hiding) await trx.updateTable('takedown_notices').set({ hiding }).where('id', '=', row.id).execute();
    }
    await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId: row.id, kind: 'receipt' });
    await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId: row.id, kind: 'arrived' });
    return { reference: row.reference };
  });
  return reference;
};
