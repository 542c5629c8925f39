export { bindAdminSite } from './admin-site.routes.ts';
export { createInitialContent } from './initial-content.ts';
export { bindSite, registerSiteJobs } from './site.routes.ts';
