export { listedReports } from './reports.queries.ts';
