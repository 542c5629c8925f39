export { bindAdmin } from './admin.routes.ts';
export { approveApplication, rejectApplication } from './decide-application.ts';
