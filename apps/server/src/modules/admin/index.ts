export { bindAdmin } from './admin.routes.ts';
