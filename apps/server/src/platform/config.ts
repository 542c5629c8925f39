import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IceServerView } from '@stagedoor/contract/streams';
import { z } from 'zod';

/** A configuration that can't be used: one sentence that names the variable. The process ends with code 2. */
export class ConfigurationError extends Error {}

/** The UDP port of a server that others reach: one that a firewall's rule can name. On a machine of one's own any will do. */
const LIVE_UDP_PORT = 47_800;

const ROLES = ['web', 'worker', 'live'] as const;
export type Role = (typeof ROLES)[number];

const integer = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const yes = z.enum(['1', '0', 'true', 'false', 'yes', 'no']).transform((value) => value === '1' || value === 'true' || value === 'yes');
/** A STUN or TURN server, a TURN server's user and password before its host: `turn:user:password@turn.example.org:3478`. */
const ICE_SERVER = /^(?:(stun:[^\s@]+)|(turns?):([^\s:@]+):([^\s@]+)@([^\s@]+))$/;
const iceServerOf = (text: string): IceServerView => {
  const [, stun, scheme, username, credential, host] = ICE_SERVER.exec(text)!;
  return stun ? { urls: [stun] } : { urls: [`${scheme}:${host}`], username: username!, credential: credential! };
};
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

const VARIABLES = {
  PORT: integer(0, 65535).default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: integer(2, 200).default(20),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES)).min(1)),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUST_PROXY: yes.default(false),
  FFMPEG_PATH: z.string().optional(),
  AVIF_AFTER_SECONDS: integer(0, 86_400).default(60),
  /** Read where it counts (niceness.ts); here so that a wrong one ends the start. */
  BACKGROUND_YIELDS: z.enum(['yes', 'no']).default('yes'),
  LIVE_HOST: z.string().min(1).default('127.0.0.1'),
  LIVE_PORT: integer(0, 65535).default(0),
  LIVE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LIVE_UDP_PORT: integer(0, 65535).optional(),
  LIVE_PUBLIC_IP: z.union([z.ipv4(), z.ipv6()]).optional(),
  LIVE_SECRET: z.string().min(32).optional(),
  LIVE_ICE_SERVERS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(ICE_SERVER)).max(10))
    .transform((servers) => servers.map(iceServerOf)),
  SANDBOX_GATEWAY: yes.optional(),
  DEMO: yes.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: yes.optional(),
  S3_CACHE_GB: z.coerce.number().positive().max(100_000).default(20),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
} as const;

type Values = { [K in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[K]> };

/** The live process of this machine (docs/operations.md). */
export interface LiveConfig {
  /** Where it listens for the site's other processes; port 0 is any. */
  host: string;
  port: number;
  /** Where they reach it; by default where it listens. */
  url: string | undefined;
  /** The one UDP port that browsers send to and receive from; 0 is any. */
  udpPort: number;
  /** The address that browsers know this machine by, when it stands behind NAT. */
  publicIp: string | undefined;
  /** Shared by the nodes of a site; by default one of this machine's own. */
  secret: string | undefined;
  iceServers: readonly IceServerView[];
}

/** A bucket of a store that speaks S3 (docs/operations.md). */
export interface S3Config {
  /** Amazon's own unless given. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket's name in the path, not in the host. */
  forcePathStyle: boolean;
  /** Gigabytes (10^9 bytes) of copies on this machine for programs that read files. */
  cacheGb: number;
}

export interface Config {
  port: number;
  host: string;
  /** Absolute. */
  dataDirectory: string;
  /** Where people reach the site, without a slash at its end. */
  publicUrl: string;
  /** The public address is this machine alone: demo accounts and the sandbox gateway may exist. */
  isLocal: boolean;
  databaseUrl: string | undefined;
  databasePool: number;
  smtpUrl: string | undefined;
  roles: readonly Role[];
  logLevel: Values['LOG_LEVEL'];
  trustProxy: boolean;
  ffmpegPath: string | undefined;
  /** How long after an upload its smaller forms are made; until then the plain ones are shown. */
  avifAfterSeconds: number;
  live: LiveConfig;
  /** Where files lie; the local disk without it. */
  s3: S3Config | undefined;
  sandboxGateway: boolean;
  demo: boolean;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
}

const s3ConfigOf = (v: Values): S3Config | undefined => {
  if (!v.S3_BUCKET) {
    const given = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find((name) => v[name] !== undefined);
    if (given) throw new ConfigurationError(`S3_BUCKET: name the bucket that ${given} is for.`);
    return undefined;
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = v;
  if (!accessKeyId) throw new ConfigurationError('S3_ACCESS_KEY_ID: it is needed with S3_BUCKET.');
  if (!secretAccessKey) throw new ConfigurationError('S3_SECRET_ACCESS_KEY: it is needed with S3_BUCKET.');
  return {
    endpoint: v.S3_ENDPOINT,
    bucket: v.S3_BUCKET,
    region: v.S3_REGION,
    accessKeyId,
    secretAccessKey,
    // Stores of one's own seldom have a host name a bucket.
    forcePathStyle: v.S3_FORCE_PATH_STYLE ?? v.S3_ENDPOINT !== undefined,
    cacheGb: v.S3_CACHE_GB,
  };
};

/**
 * Reads the configuration.
 * @throws ConfigurationError naming the first variable that can't be used.
 */
export const readConfig = (environment: Record<string, string | undefined>, options: { empty?: boolean } = {}): Config => {
  const values = {} as Record<string, unknown>;
  for (const [name, schema] of Object.entries(VARIABLES)) {
    const raw = environment[name];
    const result = schema.safeParse(raw === '' ? undefined : raw);
    if (!result.success)
      throw new ConfigurationError(
        `${name}: ${result.error.issues[0]?.message ?? 'this value can’t be used'} (it is "${shown(name, raw)}").`,
      );
    values[name] = result.data;
  }
  const v = values as Values;
  const publicUrl = (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, '');
  const hostname = new URL(publicUrl).hostname;
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (v.DEMO && !isLocal) throw new ConfigurationError('DEMO: demo accounts are refused on a server whose PUBLIC_URL is not localhost.');
  if (v.FFMPEG_PATH && !existsSync(v.FFMPEG_PATH)) throw new ConfigurationError(`FFMPEG_PATH: there is no program at "${v.FFMPEG_PATH}".`);
  return {
    port: v.PORT,
    host: v.HOST,
    dataDirectory: resolve(v.DATA_DIR),
    publicUrl,
    isLocal,
    databaseUrl: v.DATABASE_URL,
    databasePool: v.DATABASE_POOL,
    smtpUrl: v.SMTP_URL,
    roles: v.ROLES,
    logLevel: v.LOG_LEVEL,
    trustProxy: v.TRUST_PROXY,
    ffmpegPath: v.FFMPEG_PATH,
    avifAfterSeconds: v.AVIF_AFTER_SECONDS,
    live: {
      host: v.LIVE_HOST,
      port: v.LIVE_PORT,
      url: v.LIVE_URL?.replace(/\/+$/, ''),
      udpPort: v.LIVE_UDP_PORT ?? (isLocal ? 0 : LIVE_UDP_PORT),
      publicIp: v.LIVE_PUBLIC_IP,
      secret: v.LIVE_SECRET,
      iceServers: v.LIVE_ICE_SERVERS,
    },
    s3: s3ConfigOf(v),
    sandboxGateway: v.SANDBOX_GATEWAY ?? isLocal,
    demo: v.DEMO ?? (isLocal && !options.empty),
    adminEmail: v.ADMIN_EMAIL,
    adminPassword: v.ADMIN_PASSWORD,
  };
};

const shown = (name: string, raw: string | undefined): string =>
  /PASSWORD|SECRET|ICE_SERVERS|ACCESS_KEY|URL$/.test(name) && name !== 'PUBLIC_URL' ? '…' : (raw ?? '');
