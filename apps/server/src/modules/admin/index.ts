export { approveApplication, rejectApplication, viewDocument } from './decide-application.ts';
