import { publish } from './publisher.ts';

// A publisher by WHIP in a process of its own, which a test kills. Arguments: URL, token. Prints a line once it is connected.

const [url, token] = process.argv.slice(2);
await publish({ url: url!, token: token! });
process.stdout.write('connected\n');
