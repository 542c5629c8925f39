export { type LiveNodeRow, findNodeUrl, listLiveNodes } from './live-nodes.ts';
export { authorizeRecording } from './recordings.ts';
export { createStreamAuthority } from './stream-authority.ts';
export { startSweeping, sweepShows } from './sweep-shows.ts';
export { registerStreamEvents } from './streams.events.ts';
export { registerStreamJobs } from './streams.jobs.ts';
export { registerStreamBlocks, registerStreamRooms, type ViewerCounter, createViewerCounter } from './streams.rooms.ts';
export { bindStreams } from './streams.routes.ts';
export { registerStreamData } from './personal-data.ts';
