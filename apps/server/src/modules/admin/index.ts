export { approveApplication, rejectApplication } from './decide-application.ts';
