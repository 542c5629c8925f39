export { REMOVING_TASKS } from './files.store.ts';
export { measureFilm } from './measure-film.ts';
export { storeFrame } from './store-frame.ts';
export { requestTeaser, teaserIn } from './cut-teaser.ts';
export { failureOf } from './failures.ts';
export { removeCaptions, setCaptions } from './captions.ts';
export { sweepFiles, sweepLeftovers, sweepOrphans } from './sweep-orphans.ts';
export { captionsIn, pictureOf, uploadedFileOf, videoOf } from './files.queries.ts';
export { type StoredFile, attachFile, nameFile, removeFile, retireFile, variantOf } from './files.store.ts';
export { type FilePurpose, purposesWith } from './purposes.ts';
export { type Recording, storeRecording } from './store-recording.ts';
export { stillUrl, storeStill } from './store-still.ts';
export type { FoundCopy } from './find-copies.ts';
export { storageUsageOf, remainingStorageOf } from './storage-quota.ts';
export {
  documentUrl,
  isSound,
  storeAudio,
  storeDocument,
  storeDocuments,
  storePicture,
  storePrivateFile,
  storeVideo,
} from './store-file.ts';
export { type BlockCause, blockFiles, blockFilesOf, unblockFiles, unblockFilesOf } from './blocked-files.ts';
export { type CopyDecision, acceptCopies, decideCopiesIn, endHold, refuseCopies, requireUsable } from './copies.store.ts';
export { countUnhashed, hashExisting } from './hash-existing.ts';
export { compareFile, lookBack } from './look-back.ts';
export { type ListedHash, countListed, forgetListMatches, keepListed, removeListed, writeListed } from './listed-hashes.store.ts';
export { type PreparedFile, prepareFile } from './clean-original.ts';
export { cleanBeforeLeaving, countUnclean, requireClean } from './clean-existing.ts';
