import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '../settings/settings.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; the HTML form is made from it, link by link. */
  text: string;
}

/** Sends mail by SMTP, or, without a server, writes it to DATA_DIR/mail as .eml files. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** The text with its links made clickable, in the site's plain frame. */
const htmlOf = (siteName: string, text: string): string => {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const linked = escape(paragraph).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" style="color:#865000">${url}</a>`);
    return `<p style="margin:0 0 16px">${linked.replaceAll('\n', '<br>')}</p>`;
  });
  return `<!doctype html><html><body style="margin:0;background:#f6f0e8;color:#22151f;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:32px 24px"><p style="margin:0 0 24px;font-weight:700;font-size:20px">${escape(siteName)}</p>${paragraphs.join('')}</div></body></html>`;
};

export const createMailer = (options: { smtpUrl: string | undefined; directory: string; settings: Settings }): Mailer => {
  const { smtpUrl, directory, settings } = options;
  const transport = smtpUrl ? createTransport(smtpUrl) : createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send({ to, subject, text }) {
      const siteName = settings.get('siteName');
      const info: { message?: unknown } = await transport.sendMail({
        from: { name: siteName, address: settings.get('senderEmail') },
        to,
        subject,
        text,
        html: htmlOf(siteName, text),
      });
      if (smtpUrl) return;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(directory, `.${name}`), info.message as Buffer, { mode: 0o600 });
      await rename(join(directory, `.${name}`), join(directory, name));
    },
  };
};
