export { bindAdminMoney } from './admin-money.routes.ts';
export { bindAdminPeople } from './admin-people.routes.ts';
export { registerClockJobs } from './move-clock.ts';
export { bindAdmin } from './admin.routes.ts';
export { approveApplication, rejectApplication } from './decide-application.ts';
