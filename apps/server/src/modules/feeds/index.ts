export { saveDraft, publishFeed } from './publish-feed.ts';
export { pinFeed } from './update-feed.ts';
export { createPoll, vote } from './write-poll.ts';
export { removeFileFromFeeds } from './remove-file-from-feeds.ts';
export { takeDownFeed } from './take-down-feed.ts';
export { countFeeds } from './search-feeds.queries.ts';
