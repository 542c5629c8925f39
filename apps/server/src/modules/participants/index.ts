export { bindParticipants } from './participants.routes.ts';
export { registerParticipantData } from './personal-data.ts';
