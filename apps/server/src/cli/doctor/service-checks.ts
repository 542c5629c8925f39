import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetBucketVersioningCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createClient } from '@redis/client';
import { createTransport } from 'nodemailer';
import type { S3Config } from '../../platform/config.ts';
import { mailFailure } from '../../platform/mail/mail-failure.ts';
import { isSenderOfSite } from '../../platform/mail/sender-domain.ts';
import { createSettings, defaultsFor } from '../../platform/settings/settings.ts';
import { type Store, connectStore, statusOf } from '../../platform/storage/s3-objects.ts';
import { messageOf } from '../../platform/thrown.ts';
import { createClamd } from '../../platform/scanning/clamd.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import { type DoctorScope, NETWORK_MS } from './scope.ts';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

const verifySmtp = async (url: string, requireTLS: boolean): Promise<void> => {
  const times = { connectionTimeout: NETWORK_MS, greetingTimeout: NETWORK_MS, socketTimeout: NETWORK_MS };
  const transport = createTransport(url, {});
  Object.assign(transport.options, times, requireTLS ? { requireTLS } : {});
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
};

const checkSmtp = async (url: string): Promise<Finding> => {
  const { protocol, hostname, host } = new URL(url);
  try {
    await verifySmtp(url, false);
  } catch (error) {
    return failed(
      'mail: SMTP',
      `Mail can’t be sent: ${mailFailure(error)}.`,
      'Correct SMTP_URL; stagedoor mail test ADDRESS shows that it works.',
    );
  }
  if (protocol === 'smtps:' || LOOPBACK.test(hostname)) return ok('mail: SMTP', `${host} takes mail.`);
  const isEncrypted = await verifySmtp(url, true).then(
    () => true,
    () => false,
  );
  return isEncrypted
    ? ok('mail: SMTP', `${host} takes mail, encrypted.`)
    : warning('mail: SMTP', `${host} takes mail, but without TLS.`, 'Use smtps://, or a server with STARTTLS.');
};

const checkSender = (sender: string, publicUrl: string): Finding => {
  const domain = sender.split('@')[1]!.toLowerCase();
  const { hostname } = new URL(publicUrl);
  const check = 'mail: sender';
  if (domain.endsWith('.local'))
    return failed(
      check,
      `Mails leave as ${sender}, which other servers refuse.`,
      `stagedoor settings set senderEmail no-reply@${hostname}`,
    );
  if (!isSenderOfSite(sender, publicUrl))
    return warning(
      check,
      `Mails leave as ${sender}, which isn’t of ${hostname}.`,
      `stagedoor settings set senderEmail no-reply@${hostname}`,
    );
  return ok(check, `Mails leave as ${sender}.`);
};

export const checkMail = async ({ config, database }: DoctorScope): Promise<Finding[]> => {
  const { smtpUrl, isLocal, publicUrl } = config;
  const findings: Finding[] = [];
  if (smtpUrl) findings.push(await checkSmtp(smtpUrl));
  else if (isLocal) findings.push(ok('mail: SMTP', 'A local site without SMTP_URL writes its mails into DATA_DIR/mail.'));
  else
    findings.push(failed('mail: SMTP', 'A public site without SMTP_URL: nobody who registers can confirm the address.', 'Set SMTP_URL.'));
  if (isLocal || !database) return findings;
  const settings = await createSettings(database, undefined, async () => false, defaultsFor(config));
  return [...findings, checkSender(settings.get('senderEmail'), publicUrl)];
};

/** Says what to do about an error of a store. */
const storeRemedy = (error: unknown, { bucket }: S3Config): string => {
  const status = statusOf(error);
  if (status === 404) return `Create the bucket "${bucket}", or correct S3_BUCKET.`;
  if (status === 401 || status === 403)
    return 'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and let them read, write, list and delete in the bucket.';
  return 'Check S3_ENDPOINT and S3_REGION, and that the store runs.';
};

const tryObjects = async ({ client, bucket }: Store): Promise<void> => {
  const options = () => ({ abortSignal: AbortSignal.timeout(NETWORK_MS) });
  const Key = `doctor/${randomUUID()}`;
  await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Key, ContentType: 'text/plain' }), options());
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }), options());
  const read = await Body?.transformToString();
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }), options());
  if (read !== Key) throw new Error('the store answers with other bytes than were written');
};

const checkVersioning = async ({ client, bucket }: Store): Promise<Finding> => {
  const check = 'S3: versioning';
  const remedy = 'Turn versioning on, with a lifecycle rule that ends old versions after the time that backups are kept.';
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }), {
      abortSignal: AbortSignal.timeout(NETWORK_MS),
    });
    if (Status === 'Enabled') return ok(check, `The bucket "${bucket}" keeps old versions.`);
    return warning(check, `The bucket "${bucket}" keeps no old versions: a deleted file can’t be had back.`, remedy);
  } catch (error) {
    return warning(check, `The store doesn’t say if it keeps old versions (${messageOf(error)}).`, remedy);
  }
};

export const checkBucket = async ({ config: { s3 } }: DoctorScope): Promise<Finding[]> => {
  if (!s3) return [];
  const store = connectStore(s3);
  try {
    await tryObjects(store);
    return [ok('S3: put, get, delete', `The bucket "${s3.bucket}" can be written and read.`), await checkVersioning(store)];
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error';
    return [
      failed('S3: put, get, delete', `The bucket "${s3.bucket}" can’t be used: ${name}, ${messageOf(error)}.`, storeRemedy(error, s3)),
    ];
  } finally {
    store.client.destroy();
  }
};

const MIN_REDIS = [6, 2] as const;

/** The version that a server of Redis or Valkey names; Valkey also names the one of Redis that it follows. */
const versionOf = (info: string): { name: string; version: string } => {
  const valkey = /^valkey_version:(\S+)/m.exec(info)?.[1];
  return valkey ? { name: 'Valkey', version: valkey } : { name: 'Redis', version: /^redis_version:(\S+)/m.exec(info)?.[1] ?? '0' };
};

export const checkRedis = async ({ config: { redisUrl } }: DoctorScope): Promise<Finding[]> => {
  if (!redisUrl) return [];
  const client = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    socket: { connectTimeout: NETWORK_MS, reconnectStrategy: false },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    const { name, version } = versionOf(await client.info('server'));
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isOld = major < MIN_REDIS[0] || (major === MIN_REDIS[0] && minor < MIN_REDIS[1]);
    return [
      isOld
        ? failed('Valkey', `${name} ${version} is too old.`, `Use Valkey, or Redis ${MIN_REDIS.join('.')} or later.`)
        : ok('Valkey', `${name} ${version} answers.`),
    ];
  } catch (error) {
    return [failed('Valkey', `It doesn’t answer: ${messageOf(error)}.`, 'Start it, or correct REDIS_URL.')];
  } finally {
    if (client.isOpen) client.destroy();
  }
};

/** How old the signatures of a scanner may be. */
const SIGNATURE_DAYS = 7;

/** Asks the virus scanner for its version. */
export const checkScanner = async ({ config: { clamd, clamdSeconds } }: DoctorScope): Promise<Finding[]> => {
  if (!clamd) return [];
  try {
    const version = await createClamd(clamd, { seconds: clamdSeconds }).version();
    const [program = '', , date = ''] = version.split('/');
    const days = (Date.now() - Date.parse(`${date} UTC`)) / 86_400_000;
    return [
      days > SIGNATURE_DAYS
        ? warning('virus scanner', `Its signatures are ${Math.floor(days)} days old.`, 'Let freshclam run on its machine.')
        : ok('virus scanner', `${program} answers.`),
    ];
  } catch (error) {
    return [
      failed(
        'virus scanner',
        `It doesn’t answer: ${messageOf(error)}. Documents and downloads are refused.`,
        'Start clamd, or correct CLAMD_URL.',
      ),
    ];
  }
};
