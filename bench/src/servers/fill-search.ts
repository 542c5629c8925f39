import { createApp } from '@stagedoor/server';
import { readConfig } from '@stagedoor/server/platform/config';
import { fillIndex, searchIndexesOf } from '@stagedoor/server/platform/search/search-indexes';

// Writes the words that searches read, of texts that were written by SQL, and sends a message when that is done.
const config = readConfig(process.env, { empty: true });
const app = await createApp({ config, ownerUrl: config.databaseUrl! });
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));

const { signal } = new AbortController();
for (const index of searchIndexesOf(app.platform)) await fillIndex(app.platform, index, signal, { isUnhurried: false });
process.send!({ url: '' });
