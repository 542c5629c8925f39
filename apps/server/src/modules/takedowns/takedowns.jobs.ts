import type { Platform } from '../../platform/platform.ts';
import { say } from '../../platform/texts.ts';

export const NOTICE_MAIL_TASK = 'takedowns:sendMail';

/** Tells the sender of a notice that it arrived, or what was decided; and the site's owner that one came. */
export const registerTakedownJobs = (platform: Platform): void => {
  const { database, mail, settings, config } = platform;
  platform.jobs.register(NOTICE_MAIL_TASK, async ({ noticeId, kind }) => {
    const notice = await database.selectFrom('takedown_notices').selectAll().where('id', '=', String(noticeId)).executeTakeFirst();
    if (!notice) return;
    const to = kind === 'arrived' ? settings.get('adminEmail') : notice.email;
    if (!to) return;
    const locale = kind === 'arrived' ? 'en' : notice.locale;
    const values = {
      siteName: settings.get('siteName'),
      name: notice.name,
      reference: notice.reference,
      address: notice.url,
      reason: say(locale, `takedowns.reason.${notice.reason as 'other'}`),
      note: notice.decision_note,
      url: config.publicUrl,
    };
    const key =
      kind === 'decided'
        ? notice.state === 'upheld'
          ? 'takedownUpheld'
          : 'takedownRejected'
        : kind === 'arrived'
          ? 'takedownArrived'
          : 'takedownReceipt';
    await mail.send({ to, subject: say(locale, `mail.${key}.subject`, values), text: say(locale, `mail.${key}.text`, values).trimEnd() });
  });
};
