import { email as emailSchema } from '@stagedoor/contract/email-address';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { mailFailure } from '../../platform/mail/mail-failure.ts';
import { translate } from '../../platform/texts.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withSite } from '../site.ts';

const test: Command = {
  name: 'mail test',
  summary: 'Send a mail to an address, to see that mail leaves this server',
  arguments: [{ name: 'ADDRESS', summary: 'where it goes' }],
  async run({ environment, arguments: [given], say }) {
    const address = emailSchema.safeParse(given);
    if (!address.success) throw new UsageError(`"${given}" is no mail address.`);
    await withSite(environment, async ({ platform }) => {
      const { config, settings, mail, database, clock } = platform;
      const values = { siteName: settings.get('siteName'), url: config.publicUrl };
      const text = { subject: translate('en', 'mail.test.subject', values), text: translate('en', 'mail.test.text', values) };
      await mail.send({ to: address.data, locale: 'en', ...text }).catch((error: unknown) => {
        throw new CommandError(`The mail was not sent: ${mailFailure(error)}.`);
      });
      await transact(database, undefined, (trx) =>
        recordAudit(trx, { actorId: null, action: 'settings.mailTested', objectKind: 'mail', objectId: null, at: clock.now() }),
      );
      const sender = settings.get('senderEmail');
      if (config.smtpUrl) say(`Sent a mail to ${address.data} from ${sender} through ${new URL(config.smtpUrl).host}.`);
      else say(`SMTP_URL isn’t set, so no mail leaves this server: wrote it to ${config.dataDirectory}/mail.`);
    });
  },
};

export const mailCommands: readonly Command[] = [test];
