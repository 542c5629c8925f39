import { writeFile } from 'node:fs/promises';
import { settlementDocument } from './settlement-document.ts';

// `npm run settlement:document` writes the page about settlements from their schema.

await writeFile(new URL('../../../../docs/domains/settlement.md', import.meta.url), settlementDocument());
