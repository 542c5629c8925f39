export { bindAdminSite } from './admin-site.routes.ts';
export { createInitialContent } from './initial-content.ts';
export { type PromoContent, createPromo, setPromoPicture } from './write-promo.ts';
export { registerSiteEvents } from './site.events.ts';
export { bindSite, registerSiteJobs } from './site.routes.ts';
