export { allTexts, bindSite, registerSiteJobs } from './site.routes.ts';
