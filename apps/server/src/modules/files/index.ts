export { registerFileJobs } from './files.jobs.ts';
export { sweepLeftovers, sweepOrphans } from './sweep-orphans.ts';
export { pictureOf, uploadedFileOf, videoOf } from './files.queries.ts';
export { type FilePurpose, type StoredFile, attachFile, nameFile, removeFile, retireFile, variantOf } from './files.store.ts';
export { type Recording, keepRecording } from './keep-recording.ts';
export { storageOf, storageRoomOf } from './storage-room.ts';
export { storeDocuments, storePicture, storePrivateFile, storeVideo } from './store-file.ts';
export { registerFileData } from './personal-data.ts';
