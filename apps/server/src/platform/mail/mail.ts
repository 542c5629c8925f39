import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { brandTones } from '@stagedoor/contract/brand-colours';
import { DEFAULT_LOCALE, type Locale } from '@stagedoor/contract/texts/text';
import type { Settings } from '../settings/settings.ts';
import { isRightToLeft } from '../texts.ts';
import { escapeHtml, linkify } from './html.ts';

export interface Mail {
  to: string;
  subject: string;
  /** The language of the text; by default the site's default language. */
  locale?: Locale;
  /** Reply-To, if not the site. */
  replyTo?: { name: string; address: string };
  /** Plain text; the HTML part is generated from it. */
  text: string;
  /** Address at which such mails are ended: mail programs show a button for it (RFC 2369, RFC 8058). */
  unsubscribe?: string;
}

/** Sends mail by SMTP, or, without a server, writes it to DATA_DIR/mail as .eml files. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** The site's branding in mails. */
interface MailBranding {
  siteName: string;
  /** Absolute; empty for none. */
  logo: string;
  /** Link colour with enough contrast on a light background. */
  accent: string;
}

const DEFAULT_ACCENT = '#865000';
/** Text for a header: without line breaks. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim();

/** The text with its links made clickable, under the site's name or logo. */
const htmlOf = ({ siteName, logo, accent }: MailBranding, text: string, locale: Locale): string => {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linkify(paragraph, ` style="color:${accent}"`).replaceAll('\n', '<br>')}</p>`);
  const head = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(siteName)}" height="32" style="height:32px;max-width:220px;border:0">`
    : escapeHtml(siteName);
  const direction = isRightToLeft(locale) ? 'rtl' : 'ltr';
  return `<!doctype html><html lang="${escapeHtml(locale)}" dir="${direction}"><body style="margin:0;background:#f6f0e8;color:#22151f;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:32px 24px"><p style="margin:0 0 24px;font-weight:700;font-size:20px">${head}</p>${paragraphs.join('')}</div></body></html>`;
};

export const createMailer = (options: {
  smtpUrl: string | undefined;
  directory: string;
  settings: Pick<Settings, 'get'>;
  publicUrl: string;
}): Mailer => {
  const { smtpUrl, directory, settings, publicUrl } = options;
  const transport = smtpUrl ? createTransport(smtpUrl) : createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const branding = (): MailBranding => {
    const logo = settings.get('logoUrl');
    return {
      siteName: settings.get('siteName'),
      logo: logo && new URL(logo, publicUrl).href,
      accent: brandTones(settings.get('brandColor'))?.light['spot-text'] ?? DEFAULT_ACCENT,
    };
  };
  return {
    async send({ to, subject, text, locale = DEFAULT_LOCALE, replyTo, unsubscribe }) {
      const head = branding();
      const info: { message?: unknown } = await transport.sendMail({
        from: { name: oneLine(head.siteName), address: settings.get('senderEmail') },
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } } : {}),
        ...(unsubscribe
          ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
          : {}),
        subject: oneLine(subject),
        text,
        html: htmlOf(head, text, locale),
      });
      if (smtpUrl) return;
      if (!Buffer.isBuffer(info.message)) throw new Error('The mail was not built.');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(directory, `.${name}`), info.message, { mode: 0o600 });
      await rename(join(directory, `.${name}`), join(directory, name));
    },
  };
};
