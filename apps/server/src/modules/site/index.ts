export { createInitialContent } from './initial-content.ts';
export { allTexts, bindSite, registerSiteJobs } from './site.routes.ts';
