// Flaws in what all modules rest on: lists, limits, events, pages, checks.

const SERVER = 'apps/server/src';

/** @type {import('./judge-flaws.mjs').Flaw[]} */
export const PLATFORM_FLAWS = [
  {
    name: 'two dispatchers call a handler of one event',
    changes: [
      {
        file: `${SERVER}/platform/events/outbox.ts`,
        search: `      if (!lock.rows[0]?.locked) return { read: 0, events: [] };\n`,
        replacement: `      if (lock.rows.length === 0) return { read: 0, events: [] };\n`,
      },
    ],
    guard: { file: 'events/outbox', test: 'one of several concurrent dispatchers handles an event' },
  },
  {
    name: 'calls aren’t counted against their rate limit',
    changes: [
      {
        file: `${SERVER}/platform/http/admission.ts`,
        search: 'await limiter.count(limit, viewer, request.ip, deviceCookie ? () => knownBrowserOf(deviceCookie) : undefined)',
        replacement: '(async () => undefined)',
      },
    ],
    guard: { file: 'http/rate-limits', test: 'writes are limited by account' },
  },
  {
    name: 'a limit by whole IPv6 address',
    changes: [
      {
        file: `${SERVER}/platform/http/rate-limits.ts`,
        search: 'viewer.accountId : networkOf(ip));',
        replacement: 'viewer.accountId : networkOf(ip) && ip);',
      },
    ],
    guard: { file: 'http/rate-limits', test: 'an IPv6 network counts as one visitor' },
  },
  {
    name: 'the gate’s page clears the cookie',
    changes: [
      {
        file: `${SERVER}/platform/web/page-api.ts`,
        search: 'isDead: status === 401 };',
        replacement: 'isDead: status !== 200 };',
      },
    ],
    guard: { file: 'web/pages', test: 'survives the page of a blocked country', needsWeb: true },
  },
  {
    name: 'metrics behind a proxy without a token',
    changes: [
      {
        file: `${SERVER}/platform/telemetry/health.ts`,
        search: '  return !isForwarded && LOOPBACK.test',
        replacement: '  return isForwarded !== undefined && LOOPBACK.test',
      },
    ],
    guard: { file: 'telemetry/operations', test: 'behind a trusted proxy need the token' },
  },
  {
    name: 'rough requests reach the routes',
    changes: [
      {
        file: `${SERVER}/platform/http/rough-requests.ts`,
        search: '    if (isRough(request)) refuseRough(request, response);\n    else for',
        replacement: '    for',
      },
    ],
    guard: { file: 'http/rough-requests', test: 'is refused by every kind of route of the site', needsWeb: true },
  },
  {
    name: 'a fan’s concurrent uploads exceed the quota',
    changes: [{ file: `${SERVER}/modules/files/storage-quota.ts`, search: '  await lockUploadsOf(trx, ownerId);\n', replacement: '' }],
    guard: { file: 'files/storage-quota', test: 'accepts of twenty concurrent uploads only those that fit' },
  },
  {
    name: 'a performer’s concurrent uploads exceed the quota',
    changes: [
      {
        file: `${SERVER}/modules/files/storage-quota.ts`,
        search: `  if ((role !== 'fan' && role !== 'performer') ||`,
        replacement: `  if (role !== 'fan' ||`,
      },
    ],
    guard: { file: 'files/storage-quota', test: 'accepts of twenty concurrent uploads for several uses only those that fit' },
  },
  {
    name: 'one account uses up its network’s sockets',
    changes: [{ file: `${SERVER}/platform/realtime/handshake.ts`, search: ' account: 50,', replacement: ' account: 5000,' }],
    guard: {
      file: 'realtime/handshake',
      test: 'one account leaves sockets to the others behind its address, and is refused elsewhere too',
    },
  },
  {
    name: 'a stranger locks the known browsers of a network out',
    changes: [
      {
        file: `${SERVER}/platform/http/admission.ts`,
        search: 'deviceCookie ? () => knownBrowserOf(deviceCookie) : undefined',
        replacement: 'undefined',
      },
    ],
    guard: { file: 'http/rate-limits', test: 'a known browser logs in although others behind its address have used up the limit' },
  },
  {
    name: 'made-up browsers escape the limit of a network',
    changes: [
      {
        file: `${SERVER}/platform/http/rate-limits.ts`,
        search: '        if (browser === undefined) throw refusal;\n',
        replacement: '',
      },
    ],
    guard: { file: 'http/rate-limits', test: 'a known browser logs in although others behind its address have used up the limit' },
  },
  {
    name: 'visitors of one network fill a show',
    changes: [
      {
        file: `${SERVER}/live/built-in/viewer-places.ts`,
        search: 'strangersOf(spectator.network) >= limits.strangersPerNetwork',
        replacement: 'strangersOf(spectator.key) >= limits.strangersPerNetwork',
      },
    ],
    guard: { file: 'built-in/viewers-of-a-network', names: 'that nobody goes on with are bounded' },
  },
  {
    name: 'caches keep media of paid shows',
    changes: [
      {
        file: `${SERVER}/live/built-in/media-caching.ts`,
        search: 'isOpen ? `public, max-age=${MEDIA_SECONDS}, immutable` : PRIVATE',
        replacement: '`public, max-age=${MEDIA_SECONDS}, immutable`',
      },
    ],
    guard: { file: 'built-in/media-caching', test: 'media and playlists of other shows are never kept, and each piece needs its token' },
  },
  {
    name: 'a stream key is taken from an address',
    changes: [
      {
        file: `${SERVER}/live/built-in/publishing.ts`,
        search: 'if (token === undefined || tokenInQuery)',
        replacement: 'if (token === undefined)',
      },
    ],
    guard: {
      file: 'built-in/stream-key-offers',
      test: 'wrong keys, keys without a show and keys in an address are refused with their cause',
    },
  },
  {
    name: 'two programs with one key replace each other forever',
    changes: [
      {
        file: `${SERVER}/live/built-in/takeovers.ts`,
        search: 'if (before) show.takeovers.record(network, performance.now());',
        replacement: '',
      },
    ],
    guard: {
      file: 'built-in/stream-key-offers',
      test: 'programs on two networks don’t replace each other forever: after three times the newer one is refused',
    },
  },
  {
    name: 'an encoder takes a show from the browser',
    changes: [
      {
        file: `${SERVER}/live/built-in/takeovers.ts`,
        search: 'if (before && !before.byKey)',
        replacement: 'if (before && before.isClosed())',
      },
    ],
    guard: { file: 'built-in/stream-key-offers', test: 'a browser on air isn’t replaced by a key, and a key not by a browser' },
  },
  {
    name: 'half-sent headers may last',
    changes: [
      {
        file: `${SERVER}/platform/http/rough-requests.ts`,
        search: '  headersTimeout: headersMs,',
        replacement: '  headersTimeout: headersMs + 10_000,',
      },
    ],
    guard: { file: 'http/rough-requests', test: 'the site ends half-sent headers within 30 seconds' },
  },
  {
    name: 'a cursor skips a row',
    changes: [{ file: `${SERVER}/platform/lists.ts`, search: 'const last = shown.at(-1);', replacement: 'const last = found.at(-1);' }],
    guard: { file: 'testing/lists', kind: 'integration', names: 'GET /performer/media-libraries/search {} by cursor' },
  },
  {
    name: 'a list ignores q',
    changes: [
      {
        file: `${SERVER}/modules/blocks/block-users.ts`,
        search: '    isNamed && sql`(a.username like ${pattern} or ${isNamed})`,\n',
        replacement: '    isNamed && sql`${pattern}::text is not null`,\n',
      },
    ],
    guard: { file: 'testing/lists', kind: 'integration', names: 'GET /performer/block/users: q narrows to what contains it' },
  },
  {
    name: 'the signature of a file’s address is logged',
    changes: [
      {
        file: `${SERVER}/platform/telemetry/log.ts`,
        search: 'url.replace(QUERY, ',
        replacement: 'url.replace(/[?#]token=.*$/s, ',
      },
    ],
    guard: { file: 'telemetry/log', test: 'no password, token, signature, document, address or card reaches the log' },
  },
  {
    name: 'pages lose their content security policy',
    changes: [
      {
        file: `${SERVER}/platform/web/security-headers.ts`,
        search: `'content-security-policy': policy`,
        replacement: `'content-security-policy-report-only': policy`,
      },
    ],
    guard: { file: 'web/pages', test: 'run at once without a cookie policy', needsWeb: true },
  },
  {
    name: 'maintenance logs everybody out',
    changes: [
      {
        file: `${SERVER}/platform/web/page-api.ts`,
        search: `isDead: status === 401`,
        replacement: `isDead: status !== 200`,
      },
    ],
    guard: { file: 'web/pages', test: 'stays with a live session', needsWeb: true },
  },
  {
    name: 'a call answers a code that its contract doesn’t list',
    changes: [
      {
        file: 'packages/contract/src/admin-people.ts',
        search: `errors: ['ACCOUNT_STATE', 'REASON_REQUIRED', 'LAST_OWNER'],`,
        replacement: `errors: ['ACCOUNT_STATE', 'LAST_OWNER'],`,
      },
    ],
    guard: { file: 'admin/admin-people', test: 'requires a note for the reason “other”' },
  },
  {
    name: 'markup in a mail isn’t escaped',
    changes: [{ file: `${SERVER}/platform/mail/html.ts`, search: `'<': '&lt;', `, replacement: `'<': '<', ` }],
    guard: { file: 'mail/html' },
  },
  {
    name: 'a module records an event that isn’t declared',
    changes: [
      {
        file: `${SERVER}/modules/subscriptions/personal-data.ts`,
        search: `recordEvent(trx, 'subscriptions.cancelled',`,
        replacement: `recordEvent(trx, 'subscriptions.ended',`,
      },
    ],
    guard: { stages: ['boundaries'] },
  },
  {
    name: 'a module calls another against the graph',
    changes: [
      {
        file: `${SERVER}/modules/feeds/feeds.kind.ts`,
        search: `import { problemOfFeed } from './feeds.rules.ts';`,
        replacement: `import { problemOfFeed } from './feeds.rules.ts';\nimport '../wallet/index.ts';`,
      },
    ],
    guard: { stages: ['boundaries'] },
  },
  {
    name: 'a database of an older version is taken over',
    changes: [
      {
        file: `${SERVER}/platform/database/baseline.ts`,
        search: "applied.has(BASELINE) || hash.digest('hex') !== DIGEST_OF_REPLACED",
        replacement: "applied.has(BASELINE) && hash.digest('hex') !== DIGEST_OF_REPLACED",
      },
    ],
    guard: { file: 'upgrade/takeover', test: 'and changes nothing' },
  },
  {
    name: 'a takeover that is killed halfway loses the record of migrations',
    changes: [
      {
        file: `${SERVER}/platform/database/baseline.ts`,
        search: "  await client.query('begin');\n",
        replacement: '',
      },
    ],
    guard: { file: 'upgrade/takeover', test: 'changes nothing when it is killed halfway' },
  },
  {
    name: 'the types of the tables aren’t those of the migrations',
    changes: [
      {
        file: `${SERVER}/platform/database/schema.gen.ts`,
        search: 'export interface AccountNotes {\n  account_id: string;',
        replacement: 'export interface AccountNotes {\n  account_id: string | null;',
      },
    ],
    guard: { stages: ['database types'] },
  },
];
