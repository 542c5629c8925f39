export { type ItemParticipantsInput, participantsOfItems, setItemParticipants } from './item-participants.store.ts';
export { bindParticipants } from './participants.routes.ts';
export { registerParticipantData } from './personal-data.ts';
