/**
 * How many failures are let through before log-ins are paused, and for how long they count. Whoever guesses gets few guesses; whoever
 * is guessed at isn't locked out by it, because a browser that has logged in to the account before is counted by itself
 * (OWASP Authentication Cheat Sheet, "device cookies"). The counts are read before a password is checked and written after: guesses
 * that are checked at the same moment may go beyond a limit by as many as are hashed at once.
 */
export const LOG_IN_LIMITS = {
  /** One name from one network (IPv4 /24, IPv6 /56). */
  nameAndNetwork: { failures: 10, seconds: 900 },
  /** Any names from one network. */
  network: { failures: 100, seconds: 900 },
  /** One name from all browsers that are strange to it. */
  strangers: { failures: 50, seconds: 3600 },
  /** A browser that is known to the account; beyond this it is a stranger. */
  device: { failures: 10, seconds: 900 },
  /** Second factors from strangers who know the password. */
  code: { failures: 20, seconds: 86_400 },
  /** The current password, and codes, asked for again within a session. */
  confirmation: { failures: 10, seconds: 900 },
} as const;
export type LogInLimit = keyof typeof LOG_IN_LIMITS;

/** What a failure is counted against. */
export interface Bucket {
  limit: LogInLimit;
  /** What it is, the same for the same. Only its hash is kept: it may hold a name, an address, a token. */
  key: string;
}

export const bucketOf = (limit: LogInLimit, ...what: string[]): Bucket => ({ limit, key: JSON.stringify([limit, ...what]) });

/** The first four groups of an IPv6 address, written out. */
const groupsOf = (address: string): number[] => {
  const [head, tail] = address.split('::') as [string, string | undefined];
  const numbers = (part: string): number[] => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const before = numbers(head);
  const after = tail === undefined ? [] : numbers(tail);
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0), ...after];
};

/** The network an address belongs to, as far as one subscriber reaches: an IPv4 /24, an IPv6 /56. */
export const networkOf = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (!mapped.includes(':')) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(mapped.split('%')[0]!);
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
};

/** What a log-in of a name from an address is counted against while its browser is a stranger. */
export const strangerBuckets = (name: string, ip: string): Bucket[] => [
  bucketOf('nameAndNetwork', name, networkOf(ip)),
  bucketOf('network', networkOf(ip)),
  bucketOf('strangers', name),
];

/** What is known of a bucket: failures within its window, and when that ends. */
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
