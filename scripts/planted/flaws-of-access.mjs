// Flaws in who may see and do what.

const SERVER = 'apps/server/src';

/** @type {import('./judge-flaws.mjs').Flaw[]} */
export const ACCESS_FLAWS = [
  {
    name: 'a stranger passes the drain',
    changes: [
      {
        file: `${SERVER}/platform/settings/drain.ts`,
        search: `return new Set(await inRunningShows(database, accountIds, drain.from));`,
        replacement: `return new Set(accountIds);`,
      },
    ],
    guard: { file: 'streams/closing', names: 'a stranger meets the gate' },
  },
  {
    name: 'a drained show runs on',
    changes: [
      {
        file: `${SERVER}/modules/streams/closing.ts`,
        search: 'endShows(trx, sql`s.ended_at is null`',
        replacement: "endShows(trx, sql`s.ended_at is null and s.type = 'public'`",
      },
    ],
    guard: { file: 'streams/closing', names: 'end with their money settled' },
  },
  {
    name: 'a refund needs no confirmation',
    changes: [
      {
        file: 'apps/server/src/platform/http/admission.ts',
        search: `if (rule.stepUp && viewer.kind === 'account')`,
        replacement: `if (rule.stepUp && rule.permission !== 'money' && viewer.kind === 'account')`,
      },
    ],
    guard: { file: 'accounts/step-up', names: 'POST /admin/orders/{id}/refund asks for a confirmation' },
  },
  {
    name: 'the password alone confirms an account with a second factor',
    changes: [
      {
        file: `${SERVER}/platform/auth/step-up.ts`,
        search: `return viewer.hasPasskey ? ['passkey', 'code'] : ['code'];`,
        replacement: `return viewer.hasPasskey ? ['passkey', 'code', 'password'] : ['code', 'password'];`,
      },
    ],
    guard: { file: 'accounts/step-up', names: 'the password is not enough' },
  },
  {
    name: 'a challenge of a passkey works twice',
    changes: [
      {
        file: `${SERVER}/modules/accounts/passkeys.store.ts`,
        search: `    .deleteFrom('passkey_challenges')
    .where('challenge', '=', Buffer.from(challenge, 'base64url'))`,
        replacement: `    .updateTable('passkey_challenges')
    .set({ purpose })
    .where('challenge', '=', Buffer.from(challenge, 'base64url'))`,
      },
    ],
    guard: { file: 'accounts/passkeys', names: 'refuses replayed and expired challenges' },
  },
  {
    name: 'an owner confirms their own proposal',
    changes: [
      {
        file: `${SERVER}/modules/accounts/owner-proposals.ts`,
        search: ` && proposal.proposed_by !== owner.accountId`,
        replacement: ` && proposal.proposed_by !== person.id`,
      },
      {
        file: `${SERVER}/modules/accounts/owner-proposals.ts`,
        search: `(await otherOwners(trx, owner.accountId))`,
        replacement: `(await otherOwners(trx, person.id))`,
      },
    ],
    guard: { file: 'accounts/four-eyes' },
  },
  {
    name: 'a guessable password is taken',
    changes: [{ file: `${SERVER}/platform/auth/new-passwords.ts`, search: `: pool.submit({ password, words })`, replacement: `: null` }],
    guard: { file: 'accounts/new-passwords', names: 'refuses guessable and leaked passwords' },
  },
  {
    name: 'a leaked password is taken',
    changes: [
      {
        file: `${SERVER}/platform/auth/new-passwords.ts`,
        search: `(await isLeaked(password)) ? 'passwordLeaked'`,
        replacement: `(await isLeaked(password.toUpperCase())) ? 'passwordLeaked'`,
      },
    ],
    guard: { file: 'accounts/new-passwords', names: 'refuses guessable and leaked passwords' },
  },
  {
    name: 'an open session renews recovery codes without a confirmation',
    changes: [
      {
        file: `${SERVER}/modules/accounts/two-factor.ts`,
        search: `  if (!hasApp) await assertStepUp(platform, viewer);
  else if (code`,
        replacement: `  if (hasApp && code`,
      },
      {
        file: `${SERVER}/modules/accounts/two-factor.ts`,
        search: `  else await confirmCode(platform, viewer, code, () =>`,
        replacement: `  else if (hasApp && code) await confirmCode(platform, viewer, code, () =>`,
      },
    ],
    guard: { file: 'accounts/passkeys', test: 'alone let their owner renew the recovery codes, after a recent confirmation' },
  },
  {
    name: 'an unverified account is silenced like a verified one',
    changes: [
      {
        file: `${SERVER}/modules/accounts/log-in.ts`,
        search: `!isKnown && account?.is_verified === true && pauseOf`,
        replacement: `!isKnown && pauseOf`,
      },
    ],
    guard: {
      file: 'accounts/log-in',
      test: 'don’t silence an unverified account, which an attempt to register its address would tell from it',
    },
  },
  {
    name: 'a new browser isn’t told',
    changes: [
      {
        file: `${SERVER}/modules/accounts/log-in.ts`,
        search: 'if (!(await isFirstLogIn(trx, accountId)))',
        replacement: 'if (await isFirstLogIn(trx, accountId))',
      },
    ],
    guard: { file: 'accounts/not-me', test: 'is told after a passkey and after a second factor' },
  },
  {
    name: 'the link of “this wasn’t me” works twice',
    changes: [
      {
        file: `${SERVER}/modules/accounts/account-tokens.ts`,
        search: `  if (row.used_at) throw new CodedError('TOKEN_USED');\n`,
        replacement: '',
      },
      {
        file: `${SERVER}/modules/accounts/account-tokens.ts`,
        search: `  if (!used) throw new CodedError('TOKEN_USED');\n`,
        replacement: '  void used;\n',
      },
    ],
    guard: { file: 'accounts/not-me', test: 'works once, also for two requests at once' },
  },
  {
    name: 'frozen payouts are paid',
    changes: [
      {
        file: `${SERVER}/modules/accounts/payout-freezes.ts`,
        search: '=> payouts_frozen_at !== null)',
        replacement: '=> payouts_frozen_at === undefined)',
      },
    ],
    guard: { file: 'accounts/payout-freezes', test: 'approved payouts that are frozen are neither paid nor gathered' },
  },
  {
    name: 'a pause links address and username',
    changes: [
      {
        file: `${SERVER}/modules/accounts/log-in.ts`,
        search: 'pauseOf(isKnown ? deviceBuckets : typed, counts, now)',
        replacement: 'pauseOf(countedBuckets, counts, now)',
      },
    ],
    guard: {
      file: 'accounts/log-in',
      test: 'for a username don’t show at its address, nor the other way round, in one network or many',
    },
  },
  {
    name: 'a call is answered without its permission',
    changes: [
      {
        file: `${SERVER}/platform/auth/viewer.ts`,
        search: `if (rule.who === 'admin' && !(rule.permission && hasAdminPermission(viewer, rule.permission))) return 'FORBIDDEN';`,
        replacement: `if (rule.who === 'admin' && !rule.permission) return 'FORBIDDEN';`,
      },
    ],
    guard: { file: 'testing/callers', names: 'moderator GET' },
  },
  {
    name: 'a fan cancels the subscription of another',
    changes: [
      {
        file: `${SERVER}/modules/subscriptions/cancel-subscription.ts`,
        search: `.where('fan_id', '=', fanId)\n      .where((where)`,
        replacement: `.where((where)`,
      },
    ],
    guard: { file: 'testing/authorization', names: 'POST /subscriptions/cancel/{id} is refused to everyone else' },
  },
  {
    name: 'what is for subscribers is shown to a stranger',
    changes: [
      {
        file: `${SERVER}/modules/access/access.rules.ts`,
        search: `if (terms.audience === 'everyone') return`,
        replacement: `if (terms.audience !== 'buyers') return`,
      },
    ],
    guard: { file: 'access/access.rules' },
  },
  {
    name: 'a blocked viewer sees the performer’s posts',
    changes: [
      {
        file: `${SERVER}/modules/access/visibility.queries.ts`,
        search: 'const unblocked = account === null ? sql`` : sql`and not ${isExcluded}`;',
        replacement: 'const unblocked = account === null ? sql`` : sql`and not (${isExcluded} and false)`;',
      },
    ],
    guard: { file: 'feeds/feeds', test: 'is hidden at once from an account that its performer blocks' },
  },
  {
    name: 'the addresses of locked photos are answered',
    changes: [
      {
        file: `${SERVER}/modules/items/items.view.ts`,
        search: 'photos: access.allowed ? media.photos : [],',
        replacement: 'photos: media.photos,',
      },
    ],
    guard: { file: 'testing/locked-files', test: 'is in no response to a viewer without access' },
  },
  {
    name: 'the text of a locked text-only post is answered',
    changes: [
      {
        file: `${SERVER}/modules/feeds/feeds.kind.ts`,
        search: `text: open || content.media_type !== 'text' ? content.text : '',`,
        replacement: 'text: content.text,',
      },
    ],
    guard: { file: 'testing/locked-files', test: 'is in no response to a viewer without access' },
  },
  {
    name: 'a revoked session is still accepted',
    changes: [
      {
        file: `${SERVER}/platform/auth/session-row.ts`,
        search: `    .where('s.revoked_at', 'is', null)\n`,
        replacement: '',
      },
    ],
    guard: { file: 'auth/sessions', test: 'a log-out takes effect at once' },
  },
  {
    name: 'a socket keeps its rooms after a log-out',
    changes: [
      {
        file: `${SERVER}/platform/realtime/socket-access.ts`,
        search: `    delete socket.data.viewer;\n    applyRights(socket);`,
        replacement: '    delete socket.data.viewer;',
      },
    ],
    guard: { file: 'realtime/realtime', test: 'a socket receives nothing after its log-out' },
  },
  {
    name: 'a socket keeps its admin rooms after the role was lost',
    changes: [
      {
        file: `${SERVER}/platform/realtime/socket-access.ts`,
        search: `if (room !== socket.id && !rooms.includes(room) &&`,
        replacement: `if (room !== socket.id && !room.startsWith('admins:') && !rooms.includes(room) &&`,
      },
    ],
    guard: { file: 'realtime/socket-rights', test: 'an admin whose role changes hears only what the new role may' },
  },
  {
    name: 'acting types over an open socket',
    changes: [
      {
        file: 'packages/contract/src/realtime.ts',
        search: `'conversations/typing': { who: 'user', personal: true, verified: true, changes: true },`,
        replacement: `'conversations/typing': { who: 'user', verified: true, changes: false },`,
      },
    ],
    guard: { file: 'realtime/socket-rights', test: 'acting over an open socket is read-only' },
  },
  {
    name: 'a look-up that fails after an outage isn’t repeated',
    changes: [
      {
        file: `${SERVER}/platform/realtime/socket-sessions.ts`,
        search: `          for (const socket of ofToken) unverified.add(socket);\n`,
        replacement: ``,
      },
    ],
    guard: { file: 'realtime/socket-outage', test: 'looks sessions and blocks up again when the first look-up after an outage fails' },
  },
  {
    name: 'settings that changed during an outage don’t arrive',
    changes: [
      {
        file: `${SERVER}/platform/database/listener.ts`,
        search: `for (const list of handlers.values()) for (const handler of list) calls.call(handler, undefined);`,
        replacement: ``,
      },
    ],
    guard: { file: 'realtime/socket-outage', test: 'settings that changed during an outage arrive' },
  },
  {
    name: 'an expired session’s socket stays',
    changes: [
      {
        file: `${SERVER}/platform/realtime/socket-sessions.ts`,
        search: ` || sessions.isOver(viewer))`,
        replacement: `)`,
      },
    ],
    guard: { file: 'realtime/socket-rights', test: 'a session that expires by the clock ends its sockets' },
  },
  {
    name: 'a table with personal data is in no export',
    changes: [
      {
        file: `${SERVER}/modules/subscriptions/personal-data.ts`,
        search: `tables: ['subscriptions'],`,
        replacement: 'tables: [],',
      },
    ],
    guard: { file: 'accounts/personal-data', test: 'every table with personal data belongs to a module' },
  },
  {
    name: 'an admin suspends an account without an audit entry',
    changes: [
      {
        file: `${SERVER}/modules/accounts/suspend-account.ts`,
        search: `  await recordAudit(trx, {
    actorId,
    action: 'accounts.suspended',
    objectKind: 'account',
    objectId: accountId,
    detail: { reason, note },
    at: now,
  });
`,
        replacement: '',
      },
    ],
    guard: { file: 'admin/admin-people', test: 'hides the account, tells its owner why' },
  },
  {
    name: 'a paid show is answered whole to an account without a seat',
    changes: [
      {
        file: 'apps/server/src/modules/streams/streams.view.ts',
        search: '!row.is_participant && token === undefined',
        replacement: 'access?.allowed === false',
      },
    ],
    guard: {
      file: 'streams/paid-show-fields',
      test: 'playback, goal, top tippers, conversation, fans and recording of a group show are for participants who paid',
    },
  },
  {
    name: 'a media server lets anybody with a grant’s id publish',
    changes: [
      {
        file: 'apps/server/src/modules/streams/live-hooks.ts',
        search: 'return claims?.streamId === mediaId && claims.type === use && claims.grantId === grantId;',
        replacement: 'return claims?.streamId === mediaId || grantId !== mediaId;',
      },
    ],
    guard: { file: 'streams/live-hooks', test: 'is refused with a foreign token, that of another stream or grant, and without one' },
  },
  {
    name: 'stored keys of a media server sign for another server',
    changes: [
      {
        file: 'apps/server/src/modules/streams/admin-media-server.ts',
        search: 'const stored = current?.address === plain ? current : undefined;',
        replacement: 'const stored = current ?? undefined;',
      },
    ],
    guard: { file: 'streams/admin-media-server', test: 'keeps its keys where they are left empty, at its address alone' },
  },
  {
    name: 'a media server that plays without a token passes its test',
    changes: [
      {
        file: 'apps/server/src/live/ant-media/server-probes.ts',
        search: 'if (open.status !== 401 && open.status !== 403)',
        replacement: 'if (open.status === 200)',
      },
    ],
    guard: { file: 'streams/admin-media-server', test: 'finds streams that play or are published without a token' },
  },
  {
    name: 'a fan reads what the performer noted of them',
    changes: [
      {
        file: 'apps/server/src/modules/streams/requests.queries.ts',
        search: 'note: isPerformer ? row.note : null,',
        replacement: 'note: row.note,',
      },
    ],
    guard: { file: 'testing/field-audiences', test: 'is empty for every caller who doesn’t belong to it' },
  },
  {
    name: 'a field is for some callers, and the contract doesn’t say so',
    changes: [
      {
        file: 'packages/contract/src/conversations.ts',
        search: `files: seenBy('granted', z.array(messageFile)),`,
        replacement: 'files: z.array(messageFile),',
      },
    ],
    guard: { file: 'testing/field-audiences', test: 'a field without an audience is empty for all callers, or for none' },
  },
  {
    name: 'a fan exports the minutes of every fan',
    changes: [
      {
        file: 'apps/server/src/modules/streams/receipts.queries.ts',
        search: 'and (s.performer_id = ${viewer.accountId}::uuid or x.account_id = ${viewer.accountId}::uuid)',
        replacement: '',
      },
    ],
    guard: {
      file: 'streams/show-minutes',
      test: 'a fan exports their own minutes, the performer all of them; both are right by the site’s key',
    },
  },
];
