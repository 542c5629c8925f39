export { registerTakedownJobs } from './takedowns.jobs.ts';
export { bindTakedowns } from './takedowns.routes.ts';
