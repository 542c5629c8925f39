import { endpoints } from './endpoint.ts';

/** The administration of people: accounts, performers, admins, the audit log. */
export const adminPeople = endpoints({});
