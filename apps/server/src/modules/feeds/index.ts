export { publishFeed, saveDraft } from './save-feed.ts';
export { createPoll, vote } from './write-poll.ts';
