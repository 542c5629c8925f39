export { changeSettingsOnConsole, resetSettingsOnConsole } from './console-settings.ts';
export { pageAddresses } from './sitemap.queries.ts';
export { createInitialContent } from './initial-content.ts';
export { type PromoContent, createPromo, setPromoPicture } from './write-promo.ts';
