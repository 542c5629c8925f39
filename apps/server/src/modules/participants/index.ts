export { type ItemParticipantsInput, participantsOfItems, setItemParticipants } from './item-participants.store.ts';
