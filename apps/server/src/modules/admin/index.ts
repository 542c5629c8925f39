export { approveApplication, rejectApplication, viewDocument } from './decide-application.ts';
export { type PersonColumns, personColumns, personOf } from './money-person.view.ts';
export { listedOrders } from './money-orders.queries.ts';
export { listedSubscriptions } from './money-subscriptions.queries.ts';
export { listedTransactions } from './money-transactions.queries.ts';
export { listedAccounts, listedPerformers } from './people.queries.ts';
