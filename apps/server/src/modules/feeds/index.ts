export { registerFeedEvents } from './feeds.events.ts';
export { feedKind } from './feeds.kind.ts';
export { bindFeeds } from './feeds.routes.ts';
export { registerFeedData } from './personal-data.ts';
export { publishFeed, saveDraft } from './save-feed.ts';
export { createPoll, vote } from './write-poll.ts';
