import { type Config, misspeltVariables } from './config.ts';
import { isSenderOfSite } from './mail/sender-domain.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a sentence for each thing that doesn't stop a start and that its operator should know of. */
export const startWarnings = ({ publicUrl, isLocal, smtpUrl, roles }: Config, environment: Environment): string[] => {
  const sentences = misspeltVariables(environment).map(
    ({ name, meant }) => `${name}: nothing reads this variable; rename it if ${meant} was meant.`,
  );
  // Nodes without workers send no mail.
  if (!isLocal && !smtpUrl && roles.includes('worker'))
    sentences.push(
      `SMTP_URL: ${new URL(publicUrl).host} sends no mail without it: those who register wait for one, and nobody gets a new password. Mails are kept in DATA_DIR/mail.`,
    );
  return sentences;
};

/** Returns a sentence when mails leave from another domain than the site's, which many servers take for spam. */
export const senderWarning = ({ publicUrl, isLocal, smtpUrl }: Config, sender: string): string | undefined =>
  isLocal || !smtpUrl || isSenderOfSite(sender, publicUrl)
    ? undefined
    : `senderEmail: mails leave as ${sender}, which isn’t of ${new URL(publicUrl).hostname}: change it under Settings → Mail, or let the sender’s domain allow SMTP_URL’s server (SPF, DKIM).`;
