// Flaws that leave traces of deleted things and blocked people.

const MODULES = 'apps/server/src/modules';

/** @type {import('./judge-flaws.mjs').Flaw[]} */
export const TRACES_FLAWS = [
  {
    name: 'a trace of a deleted message: it is counted as unread',
    changes: [
      {
        file: `${MODULES}/conversations/withdraw-message.ts`,
        search: 'then greatest(m.unread_count + ${sql.lit(difference)}, 0) else m.unread_count end',
        replacement: 'then m.unread_count else m.unread_count end',
      },
    ],
    guard: { file: 'notifications/withdrawals', names: 'leaves the counts of unread ones' },
  },
  {
    name: 'a trace in notices: facts that hold no longer stay',
    changes: [
      {
        file: `${MODULES}/notifications/withdrawals.ts`,
        search: 'and f.is_withdrawn <> a.is_over',
        replacement: 'and f.is_withdrawn <> a.is_over and false',
      },
    ],
    guard: { file: 'notifications/withdrawals', names: 'takes its notice with it' },
  },
  {
    name: 'a trace in mails: one that waits is sent',
    changes: [
      {
        file: `${MODULES}/notifications/notifications.queries.ts`,
        search: 'n.count > 0 and not ${isHiddenByBlock}',
        replacement: 'not ${isHiddenByBlock}',
      },
    ],
    guard: { file: 'notifications/withdrawals', names: 'takes its notice with it' },
  },
  {
    name: 'a trace of the blocked: their comments are read',
    changes: [
      {
        file: `${MODULES}/comments/comments.queries.ts`,
        search: 'c.taken_down_at is null and ${isNotBlockedWith(viewer, sql`c.author_id`)} and (c.hidden_at',
        replacement: 'c.taken_down_at is null and (c.hidden_at',
      },
    ],
    guard: { file: 'blocks/blocked-people', names: 'neither reads the comments' },
  },
  {
    name: 'a trace of the blocked: they are heard in a chat',
    changes: [
      {
        file: `${MODULES}/conversations/post-message.ts`,
        search: 'message }, place.hidden_from)',
        replacement: 'message })',
      },
    ],
    guard: { file: 'blocks/blocked-people', names: 'neither hears the other' },
  },
  {
    name: 'a trace of the blocked: whoever blocked them finds them',
    changes: [
      {
        file: `${MODULES}/access/visibility.queries.ts`,
        search: '${accountId} union all select account_id from blocks where performer_id = ${accountId})`;',
        replacement: '${accountId})`;',
      },
    ],
    guard: { file: 'blocks/blocked-people', names: 'a performer whom they blocked' },
  },
  {
    name: 'a trace of a deleted performer: the username is free',
    changes: [
      {
        file: `${MODULES}/accounts/personal-data.ts`,
        search: `  if (role === 'performer') await reserveUsername(trx, username, now);\n`,
        replacement: '',
      },
    ],
    guard: { file: 'accounts/reserved-usernames', names: 'is given to nobody again' },
  },
  {
    name: 'a trace in storage: unused files stay',
    changes: [
      {
        file: `${MODULES}/files/sweep-orphans.ts`,
        search: '  await detachUnused(platform);\n',
        replacement: '',
      },
    ],
    guard: { file: 'files/unused-files', names: 'leave within a day' },
  },
];
