import { email } from '@stagedoor/contract/email-address';
import { keysOf, recordOf } from '@stagedoor/contract/keys.values';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import type { IceServerView } from '@stagedoor/contract/streams';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import { type Environment, type MisspeltVariable, assertPlacesSpelt, findMisspelt } from './misspelt-variables.ts';
import { type ClamdAddress, clamdUrl } from './scanning/clamd-address.ts';
import { readSecret } from './secret-files.ts';

export { ConfigurationError };

/** Default UDP port of a public server, fixed so that a firewall rule can name it. A local site uses any port. */
const LIVE_UDP_PORT = 47_800;
const LIVE_RTMP_PORT = 1935;

/** A bucket as a place of backups: its name, and the prefix of its objects. */
export const BUCKET_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*?))?\/*$/;

const isInside = (path: string, folder: string): boolean => {
  const way = relative(resolve(folder), resolve(path));
  return !way.startsWith('..') && !isAbsolute(way);
};

const LOOPBACK = '127.0.0.1';

/** A balancer that asks each second notices it twice over. */
const BEHIND_PROXY_SECONDS = 5;
const ROLES = ['web', 'worker', 'live'] as const;
export type Role = (typeof ROLES)[number];

const integer = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const booleanFlag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no'])
  .transform((value) => value === '1' || value === 'true' || value === 'yes');
/** A STUN or TURN server; for TURN with user and password before the host: `turn:user:password@turn.example.org:3478`. */
const ICE_SERVER = /^(?:(stun:[^\s@]+)|(turns?):([^\s:@]+):([^\s@]+)@([^\s@]+))$/;
const iceServerOf = (text: string): IceServerView => {
  const [, stun, scheme, username, credential, host] = ICE_SERVER.exec(text)!;
  return stun ? { urls: [stun] } : { urls: [`${scheme}:${host}`], username: username!, credential: credential! };
};
/** A way to a TURN server, without credentials: those are signed with LIVE_TURN_SECRET. */
const TURN_URL = /^turns?:(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/;
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** Default of the pool, by the cores of this machine. Measured on two (docs/performance.md, “Money”); for more cores it is in proportion. */
const CONNECTIONS = Math.min(40, 6 + 4 * availableParallelism());

const VARIABLES = {
  PORT: integer(0, 65535).default(8080),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: integer(2, 200).default(CONNECTIONS),
  DATABASE_WAIT_SECONDS: integer(0, 3600).default(60),
  MIN_FREE_DISK_MB: integer(0, 100_000_000).default(500),
  REPLACE_SECRETS: booleanFlag.default(false),
  ALLOW_EIO3: booleanFlag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES)).min(1)),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUST_PROXY: booleanFlag.default(false),
  DRAIN_SECONDS: integer(0, 300).optional(),
  // Sent as a bearer token: a space would end it.
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'use at least 16 letters, digits or signs, without spaces')
    .optional(),
  FFMPEG_PATH: z.string().optional(),
  AVIF_AFTER_SECONDS: integer(0, 86_400).default(60),
  /** Read by background-priority.ts; listed here to be validated at the start. */
  BACKGROUND_YIELDS: z.enum(['yes', 'no']).default('yes'),
  CLAMD_URL: clamdUrl.optional(),
  CLAMD_SECONDS: integer(1, 3600).default(60),
  LIVE_HOST: z.string().min(1).default(LOOPBACK),
  LIVE_PORT: integer(0, 65535).default(0),
  LIVE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LIVE_UDP_PORT: integer(0, 65535).optional(),
  LIVE_RTMP_PORT: integer(0, 65535).optional(),
  LIVE_PUBLIC_IP: z.union([z.ipv4(), z.ipv6()]).optional(),
  // Sent as a bearer token: a space would end it.
  LIVE_SECRET: z
    .string()
    .regex(/^[!-~]{32,}$/, 'use at least 32 letters, digits or signs, without spaces')
    .optional(),
  LIVE_ICE_SERVERS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(ICE_SERVER)).max(10))
    .transform((servers) => servers.map(iceServerOf)),
  LIVE_TURN_URL: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(TURN_URL, 'write turn:host:port or turns:host:port, several with commas between them')).min(1).max(10))
    .optional(),
  LIVE_TURN_SECRET: z
    .string()
    .regex(/^[!-~]{16,}$/, 'use at least 16 letters, digits or signs, without spaces')
    .optional(),
  SANDBOX_GATEWAY: booleanFlag.optional(),
  DEMO: booleanFlag.optional(),
  GATEWAY_DOUBLE_PORT: integer(0, 65_534).optional(),
  /** Set by scripts/start.mjs. */
  GATEWAY_DOUBLE_LAUNCHER: z.url({ protocol: /^http$/ }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: booleanFlag.optional(),
  S3_CACHE_GB: z.coerce.number().positive().max(100_000).default(20),
  BACKUP_TO: z
    .string()
    .refine((to) => !/^s3:|:\/\//.test(to) || BUCKET_ADDRESS.test(to), 'write a folder, or s3://bucket/prefix')
    .optional(),
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().startsWith('age1', 'write recipients of age, which begin with age1, with commas between them')).max(10)),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z.string().min(1).optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  BACKUP_S3_FORCE_PATH_STYLE: booleanFlag.optional(),
  LINK_PREVIEW_NETWORKS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()])).max(20)),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
} as const;

/** Names of all variables. */
export const VARIABLE_NAMES = keysOf(VARIABLES);

/** Variables that hold a secret: `NAME_FILE` names a file with it, and their values are never shown. */
export const SECRETS = [
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'LIVE_SECRET',
  'LIVE_ICE_SERVERS',
  'LIVE_TURN_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
] as const satisfies readonly (keyof typeof VARIABLES)[];

const isSecret = (name: string): boolean => SECRETS.some((secret) => secret === name);

/** Names of all variables that something reads. */
const READ_NAMES = [...VARIABLE_NAMES, ...SECRETS.map((name) => `${name}_FILE`)];

/** Returns the set variables whose name is near one of the site's and isn't one. */
export const misspeltVariables = (environment: Environment): MisspeltVariable[] => findMisspelt(environment, READ_NAMES);

type EnvironmentValues = z.output<z.ZodObject<typeof VARIABLES>>;

/** The live process of this machine (docs/operations.md). */
export interface LiveConfig {
  /** Listening address for the site's other processes; port 0 is any. */
  host: string;
  port: number;
  /** URL for the site's other processes; by default the listening address. */
  url: string | undefined;
  /** The UDP port for browsers' media; 0 is any. */
  udpPort: number;
  /** The TCP port where encoders publish by RTMP; 0 is any. */
  rtmpPort: number;
  /** The public IP address of this machine when it is behind NAT. */
  publicIp: string | undefined;
  /** Shared by all nodes of a site; by default generated on this machine. */
  secret: string | undefined;
  iceServers: readonly IceServerView[];
  /** The TURN server that credentials are signed for. */
  turn: { urls: readonly string[]; secret: string } | undefined;
}

/** A bucket of an S3-compatible object store (docs/operations.md). */
export interface S3Config {
  /** Amazon's by default. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Put the bucket's name into the path instead of the host. */
  forcePathStyle: boolean;
  /** Size of the local cache for programs that read files, in gigabytes (10^9 bytes). */
  cacheGb: number;
}

/** Target, encryption and credentials of backups (docs/backups.md). */
export interface BackupConfig {
  /** A folder or `s3://bucket/prefix`; undefined for no scheduled backups. */
  to: string | undefined;
  /** Recipients of age; empty for no encryption. */
  recipients: readonly string[];
  /** How a bucket is reached; undefined without credentials. */
  s3: Omit<S3Config, 'bucket' | 'cacheGb'> | undefined;
}

export interface Config {
  port: number;
  host: string;
  /** Absolute. */
  dataDirectory: string;
  /** The site's public URL, without a trailing slash. */
  publicUrl: string;
  /** The public URL is localhost: demo accounts and the sandbox gateway are allowed. */
  isLocal: boolean;
  databaseUrl: string | undefined;
  databasePool: number;
  /** How long a start waits for the database of DATABASE_URL, in seconds. */
  databaseWaitSeconds: number;
  /** With less room left on the disk of DATA_DIR, in megabytes (10^6 bytes), uploads and recordings are refused. */
  minFreeDiskMb: number;
  /** Record this machine's keys in place of those that the database knows. */
  replaceSecrets: boolean;
  /** Accept clients of Socket.IO 2 (version 3 of the Engine.IO protocol). */
  allowEio3: boolean;
  smtpUrl: string | undefined;
  /** Carries socket events between nodes; without it PostgreSQL does. */
  redisUrl: string | undefined;
  roles: readonly Role[];
  logLevel: EnvironmentValues['LOG_LEVEL'];
  trustProxy: boolean;
  /** How long a node that stops still serves what a balancer sends, in seconds, after it has said that it isn't ready. */
  drainSeconds: number;
  /** Opens `/metrics` to its bearer from anywhere. */
  metricsToken: string | undefined;
  ffmpegPath: string | undefined;
  /** Scans documents and downloads for viruses; undefined without a scanner. */
  clamd: ClamdAddress | undefined;
  /** How long the scanner may be silent, in seconds. */
  clamdSeconds: number;
  /** Delay after an upload until its AVIF renditions are encoded; WebP is served until then. */
  avifAfterSeconds: number;
  live: LiveConfig;
  /** Object store for files; undefined for the local disk. */
  s3: S3Config | undefined;
  backup: BackupConfig;
  /** Networks in CIDR notation whose pages are previewed besides those of the public internet. */
  linkPreviewNetworks: readonly string[];
  sandboxGateway: boolean;
  demo: boolean;
  /** The doubles of card companies beside a demo: CCBill's port, and the launcher that starts them; undefined without a launcher. */
  doubles: { port: number; launcher: string } | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
}

const s3ConfigOf = (values: EnvironmentValues): S3Config | undefined => {
  if (!values.S3_BUCKET) {
    const given = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find((name) => values[name] !== undefined);
    if (given) throw new ConfigurationError(`S3_BUCKET: name the bucket that ${given} is for.`);
    return undefined;
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!accessKeyId) throw new ConfigurationError('S3_ACCESS_KEY_ID: it is needed with S3_BUCKET.');
  if (!secretAccessKey) throw new ConfigurationError('S3_SECRET_ACCESS_KEY: it is needed with S3_BUCKET.');
  return {
    endpoint: values.S3_ENDPOINT,
    bucket: values.S3_BUCKET,
    region: values.S3_REGION,
    accessKeyId,
    secretAccessKey,
    // Self-hosted stores rarely have a host name per bucket.
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
    cacheGb: values.S3_CACHE_GB,
  };
};

/** The bucket of backups: by default reached as that of the files. */
const backupConfigOf = (values: EnvironmentValues): BackupConfig => {
  const endpoint = values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT;
  const accessKeyId = values.BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID;
  const secretAccessKey = values.BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY;
  if (values.BACKUP_S3_ACCESS_KEY_ID && !values.BACKUP_S3_SECRET_ACCESS_KEY)
    throw new ConfigurationError('BACKUP_S3_SECRET_ACCESS_KEY: it is needed with BACKUP_S3_ACCESS_KEY_ID.');
  if (values.BACKUP_S3_SECRET_ACCESS_KEY && !values.BACKUP_S3_ACCESS_KEY_ID)
    throw new ConfigurationError('BACKUP_S3_ACCESS_KEY_ID: it is needed with BACKUP_S3_SECRET_ACCESS_KEY.');
  if (values.BACKUP_TO?.startsWith('s3:') && !(accessKeyId && secretAccessKey))
    throw new ConfigurationError('BACKUP_S3_ACCESS_KEY_ID: it is needed for the bucket of BACKUP_TO, with BACKUP_S3_SECRET_ACCESS_KEY.');
  if (values.BACKUP_TO !== undefined && isInside(values.BACKUP_TO, values.DATA_DIR))
    throw new ConfigurationError('BACKUP_TO: it is inside DATA_DIR and would be lost with it; name a folder on another disk.');
  return {
    to: values.BACKUP_TO,
    recipients: values.BACKUP_RECIPIENTS,
    s3:
      accessKeyId && secretAccessKey
        ? {
            endpoint,
            region: values.BACKUP_S3_REGION ?? values.S3_REGION,
            accessKeyId,
            secretAccessKey,
            forcePathStyle: values.BACKUP_S3_FORCE_PATH_STYLE ?? values.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
          }
        : undefined,
  };
};

const turnConfigOf = ({ LIVE_TURN_URL: urls, LIVE_TURN_SECRET: secret }: EnvironmentValues): LiveConfig['turn'] => {
  if (urls && !secret) throw new ConfigurationError('LIVE_TURN_SECRET: it is needed with LIVE_TURN_URL.');
  if (secret && !urls) throw new ConfigurationError('LIVE_TURN_URL: name the TURN server that LIVE_TURN_SECRET is for.');
  return urls && secret ? { urls, secret } : undefined;
};

/**
 * Reads the configuration.
 * @throws ConfigurationError naming the first variable that can't be used.
 */
export const readConfig = (environment: Environment, options: { empty?: boolean } = {}): Config => {
  assertPlacesSpelt(misspeltVariables(environment));
  // Taken for all of them, an empty list would start what was to be left out.
  if (environment['ROLES']?.trim() === '')
    throw new ConfigurationError(`ROLES: name at least one of ${ROLES.join(', ')}, or unset it for all.`);
  const set = recordOf(VARIABLE_NAMES, (name) => (isSecret(name) ? readSecret(environment, name) : environment[name] || undefined));
  const { data: values, error } = z.object(VARIABLES).safeParse(set);
  if (error) {
    const [issue] = error.issues;
    const name = String(issue?.path[0]);
    throw new ConfigurationError(
      `${name}: ${issue?.message ?? 'this value can’t be used'} (it is "${redactValue(name, environment[name])}").`,
    );
  }
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  const hostname = new URL(publicUrl).hostname;
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (values.DEMO && !isLocal)
    throw new ConfigurationError('DEMO: demo accounts are refused on a server whose PUBLIC_URL is not localhost.');
  const demo = values.DEMO ?? (isLocal && !options.empty);
  if (values.FFMPEG_PATH && !existsSync(values.FFMPEG_PATH))
    throw new ConfigurationError(`FFMPEG_PATH: there is no program at "${values.FFMPEG_PATH}".`);
  return {
    port: values.PORT,
    // Demo accounts have a known password: only this machine reaches them unless told otherwise.
    host: values.HOST ?? (demo ? LOOPBACK : '0.0.0.0'),
    dataDirectory: resolve(values.DATA_DIR),
    publicUrl,
    isLocal,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    databaseWaitSeconds: values.DATABASE_WAIT_SECONDS,
    minFreeDiskMb: values.MIN_FREE_DISK_MB,
    replaceSecrets: values.REPLACE_SECRETS,
    allowEio3: values.ALLOW_EIO3,
    smtpUrl: values.SMTP_URL,
    redisUrl: values.REDIS_URL,
    roles: values.ROLES,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
    // Without a proxy nobody asks whether the node is ready, and a stop needn't wait.
    drainSeconds: values.DRAIN_SECONDS ?? (values.TRUST_PROXY ? BEHIND_PROXY_SECONDS : 0),
    metricsToken: values.METRICS_TOKEN,
    ffmpegPath: values.FFMPEG_PATH,
    clamd: values.CLAMD_URL,
    clamdSeconds: values.CLAMD_SECONDS,
    avifAfterSeconds: values.AVIF_AFTER_SECONDS,
    live: {
      host: values.LIVE_HOST,
      port: values.LIVE_PORT,
      url: values.LIVE_URL?.replace(/\/+$/, ''),
      udpPort: values.LIVE_UDP_PORT ?? (isLocal ? 0 : LIVE_UDP_PORT),
      rtmpPort: values.LIVE_RTMP_PORT ?? LIVE_RTMP_PORT,
      publicIp: values.LIVE_PUBLIC_IP,
      secret: values.LIVE_SECRET,
      iceServers: values.LIVE_ICE_SERVERS,
      turn: turnConfigOf(values),
    },
    s3: s3ConfigOf(values),
    backup: backupConfigOf(values),
    linkPreviewNetworks: values.LINK_PREVIEW_NETWORKS,
    sandboxGateway: values.SANDBOX_GATEWAY ?? isLocal,
    demo,
    doubles:
      values.GATEWAY_DOUBLE_PORT && values.GATEWAY_DOUBLE_LAUNCHER
        ? { port: values.GATEWAY_DOUBLE_PORT, launcher: values.GATEWAY_DOUBLE_LAUNCHER }
        : undefined,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
  };
};

const redactValue = (name: string, raw: string | undefined): string =>
  isSecret(name) || (name.endsWith('URL') && name !== 'PUBLIC_URL') ? '…' : (raw ?? '');
