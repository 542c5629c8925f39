import { embeddedIpv4, groupsOf } from '../../platform/network.ts';

/**
 * How many failures are allowed before log-ins are paused, and for how long they count. Attackers get few guesses; their victims
 * aren't locked out, because a browser that has logged in to the account before is counted separately
 * (OWASP Authentication Cheat Sheet, "device cookies"). The counts are read before a password is checked and written after: concurrent
 * guesses may exceed a limit by as many as are hashed at once.
 */
export const LOG_IN_LIMITS = {
  /** One name from one network (IPv4 /24, IPv6 /56). */
  nameAndNetwork: { failures: 10, seconds: 900 },
  /** Any names from one network. */
  network: { failures: 100, seconds: 900 },
  /**
   * One name from all unknown browsers. Its owner's new browser waits a quarter of an hour at most, and not at all after a reset by mail;
   * whoever has many networks gets 4,800 guesses a day.
   */
  strangers: { failures: 50, seconds: 900 },
  /** One account from one network, by its username and its address together. Exhausted, it refuses without saying so. */
  accountAndNetwork: { failures: 10, seconds: 900 },
  /** One account from all unknown browsers, likewise. */
  account: { failures: 50, seconds: 900 },
  /** A browser that is known to the account; beyond this it counts as unknown. */
  device: { failures: 10, seconds: 900 },
  /** Second factors from unknown browsers after the right password. */
  code: { failures: 20, seconds: 86_400 },
  /** The current password, and codes, requested again within a session. */
  confirmation: { failures: 10, seconds: 900 },
  /** Codes within one session. It is the session's limit, not the account's, so that a stolen session can't lock its owner out. */
  sessionCode: { failures: 20, seconds: 86_400 },
} as const;
export type LogInLimit = keyof typeof LOG_IN_LIMITS;

/** What a failure is counted against. */
export interface Bucket {
  limit: LogInLimit;
  /** Identifies the bucket. Only its hash is stored: it may contain a name, an address or a token. */
  key: string;
}

export const bucketOf = (limit: LogInLimit, ...what: string[]): Bucket => ({ limit, key: JSON.stringify([limit, ...what]) });

/**
 * The network of an address, for log-ins: an IPv4 /24, an IPv6 /56. Wider than platform/network.ts, because providers give one subscriber a /56
 * and guesses from its 256 networks of size /64 would multiply; a known browser isn't paused by others in the network.
 */
export const networkOf = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? embeddedIpv4(ip) ?? ip;
  if (!mapped.includes(':')) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(mapped.split('%')[0]!);
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
};

/** The buckets of a log-in from an unknown browser, by the name as typed: these pause. */
export const unknownDeviceBuckets = (name: string, ip: string): Bucket[] => [
  bucketOf('nameAndNetwork', name, networkOf(ip)),
  bucketOf('network', networkOf(ip)),
  bucketOf('strangers', name),
];

/**
 * The buckets of an account in a log-in from an unknown browser, whichever of its names was typed. A pause by them would tell that a username
 * and an address belong together, so they refuse like a wrong password.
 * @param username the account's, or of no account the name as typed
 */
export const accountBuckets = (username: string, ip: string): Bucket[] => [
  bucketOf('accountAndNetwork', username, networkOf(ip)),
  bucketOf('account', username),
];

/** A bucket's failures within its window, and when the window ends. */
export interface Count {
  failures: number;
  windowEndsAt: Date;
}

/** Seconds until none of the buckets is exhausted; 0 when none is. */
export const pauseOf = (buckets: readonly Bucket[], counts: (bucket: Bucket) => Count | undefined, now: Date): number =>
  Math.max(
    0,
    ...buckets.map((bucket) => {
      const count = counts(bucket);
      if (!count || count.windowEndsAt <= now || count.failures < LOG_IN_LIMITS[bucket.limit].failures) return 0;
      return Math.ceil((count.windowEndsAt.getTime() - now.getTime()) / 1000);
    }),
  );
