export { bindParticipants } from './participants.routes.ts';
