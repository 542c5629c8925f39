export { registerFeedJobs } from './feeds.jobs.ts';
export { registerFeedEvents } from './feeds.events.ts';
export { bindFeeds } from './feeds.routes.ts';
export { publishFeed } from './publish-feed.ts';
export { pinFeed } from './update-feed.ts';
export { createPoll, vote } from './write-poll.ts';
export { takeFileFromFeeds } from './take-file.ts';
export { takeDownFeed } from './take-down-feed.ts';
export { registerFeedData } from './personal-data.ts';
