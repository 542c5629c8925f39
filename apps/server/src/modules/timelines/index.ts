export { registerTimelineData } from './personal-data.ts';
export { registerTimelineEvents } from './timelines.events.ts';
export { bindTimelines } from './timelines.routes.ts';
export { registerTimelineJobs } from './write-timelines.ts';
