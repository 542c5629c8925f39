import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { forgetSenders } from './personal-data.ts';

export const NOTICE_MAIL_TASK = 'takedowns:sendMail';

/** Mails about notices: receipt and decision to the sender, and arrival to the site's owner. */
export const registerTakedownJobs = (platform: Platform): void => {
  const { database, mail, settings, config } = platform;
  platform.jobs.schedule('takedowns:forgetSenders', '53 4 * * *', async () => void (await forgetSenders(platform)));
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
      reason: translate(locale, `takedowns.reason.${notice.reason as 'other'}`),
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
    await mail.send({
      to,
      subject: translate(locale, `mail.${key}.subject`, values),
      text: translate(locale, `mail.${key}.text`, values).trimEnd(),
    });
  });
};
