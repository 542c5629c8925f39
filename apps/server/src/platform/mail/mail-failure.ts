import { isRecord } from '@stagedoor/contract/keys.values';
import { messageOf } from '../thrown.ts';

/** Clauses by the codes of the mail library: the cause and the remedy. */
const BY_CODE: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refuses the user or password of SMTP_URL; correct them',
  ENOAUTH: 'the mail server asks for a user and password; add them to SMTP_URL',
  EDNS: 'the host of SMTP_URL has no address; correct its name',
  ETLS: 'the mail server’s TLS can’t be used; use smtps:// with port 465, or correct its certificate',
  ETIMEDOUT: 'the mail server doesn’t answer in time; check host and port of SMTP_URL and the firewall',
  ECONNECTION: 'the mail server can’t be reached; check host and port of SMTP_URL',
  ECONNREFUSED: 'nothing listens at host and port of SMTP_URL; correct them, or start the mail server',
  ESOCKET: 'the connection to the mail server failed; check host, port and scheme of SMTP_URL',
  EENVELOPE: 'the mail server refuses the sender or the recipient; check the setting senderEmail and the address',
  EMESSAGE: 'the mail server refuses the message; ask its operator',
};

/** Says in a clause why a mail couldn't be sent, and what to do. Names no password. */
export const mailFailure = (error: unknown): string => {
  const { code, syscall, response } = isRecord(error) ? error : {};
  const refused = syscall === 'connect' && /ECONNREFUSED/.test(messageOf(error));
  const known = BY_CODE[refused ? 'ECONNREFUSED' : String(code)];
  const said = typeof response === 'string' ? ` (it says: ${response.split('\n')[0]!.slice(0, 200)})` : '';
  return known ? `${known}${said}` : messageOf(error);
};
