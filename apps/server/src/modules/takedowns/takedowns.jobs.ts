import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { alertLevel, recordClockAlerts } from '../reports/index.ts';
import { noticeToken } from './notice-links.ts';
import { forgetSenders } from './personal-data.ts';

export const NOTICE_MAIL_TASK = 'takedowns:sendMail';

/** Alerts about notices whose time is half over or over. */
export const alertNotices = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const level = alertLevel(clock.now());
  await transact(database, undefined, async (trx) => {
    const { rows } = await sql<{ id: string; reference: string; alerts: number }>`
      update takedown_notices set alerts = ${level} where state = 'open' and alerts < ${level} returning id, reference, alerts`.execute(
      trx,
    );
    await recordClockAlerts(trx, 'notice', rows);
    return {};
  });
};

/** Mails about notices: receipt and decision to the sender, and arrival to the site's owner. */
export const registerTakedownJobs = (platform: Platform): void => {
  const { database, mail, settings, config } = platform;
  platform.jobs.schedule('takedowns:forgetSenders', '53 4 * * *', async () => void (await forgetSenders(platform)));
  platform.jobs.schedule('takedowns:alertClocks', '*/5 * * * *', () => alertNotices(platform));
  platform.jobs.register(NOTICE_MAIL_TASK, async ({ noticeId, kind }) => {
    const notice = await database.selectFrom('takedown_notices').selectAll().where('id', '=', String(noticeId)).executeTakeFirst();
    if (!notice) return;
    const to = kind === 'arrived' ? settings.get('adminEmail') : notice.email;
    if (!to) return;
    const complaint =
      kind === 'complained'
        ? await database.selectFrom('complaints').select('note').where('notice_id', '=', notice.id).executeTakeFirst()
        : undefined;
    const locale = kind === 'arrived' ? 'en' : notice.locale;
    const values = {
      siteName: settings.get('siteName'),
      name: notice.name,
      reference: notice.reference,
      address: notice.url,
      reason: translate(locale, `takedowns.reason.${notice.reason as 'other'}`),
      note: complaint?.note ?? notice.decision_note,
      url: config.publicUrl,
      link: `${config.publicUrl}/takedown/${notice.reference}?token=${noticeToken(platform, notice.id)}`,
    };
    const key =
      kind === 'decided' || kind === 'complained'
        ? notice.state === 'upheld'
          ? 'takedownUpheld'
          : kind === 'complained'
            ? 'takedownConfirmed'
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
