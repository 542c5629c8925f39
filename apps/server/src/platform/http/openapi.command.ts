import { MODULES } from '@stagedoor/contract';
import { version } from '../version.ts';
import { openApiDocument } from './openapi.ts';

// Prints the OpenAPI document: `npm run --silent openapi`.
process.stdout.write(`${JSON.stringify(openApiDocument(MODULES, version), null, 2)}\n`);
