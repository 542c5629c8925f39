// A process of its own for tests that kill one: starts the PostgreSQL of a DATA_DIR, says so, and stops it when told to.
import { startEmbeddedPostgres } from '../database/embedded.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const embedded = await startEmbeddedPostgres({ dataDirectory: process.argv[2]!, log });
process.once('message', () => {
  void embedded.stop().then(() => process.exit(0));
});
process.send?.({ ownerUrl: embedded.ownerUrl });
