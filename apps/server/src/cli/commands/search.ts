import { recordAudit, transact } from '../../platform/database/database.ts';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { type SearchState, changeReading, fillIndex, searchIndexesOf, searchStates } from '../../platform/search/search-indexes.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withSite } from '../site.ts';

const NAMES = ['items', 'messages', 'accounts'] as const;
const OLD = 'old';

const readingOf = ({ reads }: Pick<SearchState, 'reads'>): string =>
  reads === '' ? 'the indexes of before' : `the words of parser ${reads}`;

const status: Command = {
  name: 'search status',
  summary: 'Show what searches read, and whether every text has its words',
  async run({ environment, say }) {
    const states = await withSite(environment, ({ platform }) => searchStates(platform));
    for (const { name, reads, written } of states)
      say(
        `${name.padEnd(8)}  reads ${readingOf({ reads })}; ${written === '' ? 'being filled' : `every text has the words of parser ${Array.from(written).join(', ')}`}`,
      );
  },
};

const fill: Command = {
  name: 'search fill',
  summary: 'Write the words of all texts at once, faster than the job beside the site does',
  async run({ environment, say }) {
    await withSite(environment, async ({ platform }) => {
      for (const index of searchIndexesOf(platform).toSorted((one, other) => one.name.localeCompare(other.name))) {
        await fillIndex(platform, index, new AbortController().signal, { isUnhurried: false });
        say(`Every text of ${index.name} has its words.`);
      }
    });
  },
};

const read: Command = {
  name: 'search read',
  summary: 'Let searches read the words of another parser, or the indexes of before',
  arguments: [
    { name: 'NAME', summary: NAMES.join(', ') },
    { name: 'PARSER', summary: `a letter that search status shows, or ${OLD}` },
  ],
  async run({ environment, arguments: [name, parser], say }) {
    if (!isOneOf(NAMES, name!)) throw new UsageError(`"${name}" is none of ${NAMES.join(', ')}.`);
    const reads = parser === OLD ? '' : parser!;
    if (parser !== OLD && !/^[a-z]$/.test(reads)) throw new UsageError(`"${parser}" is neither a letter nor ${OLD}.`);
    const isDone = await withSite(environment, ({ platform }) =>
      transact(platform.database, undefined, async (trx) => {
        const at = platform.clock.now();
        const isChanged = await changeReading(trx, name, reads, at);
        if (isChanged)
          await recordAudit(trx, {
            actorId: null,
            action: 'settings.searchReads',
            objectKind: 'search',
            objectId: null,
            detail: { name, reads: parser! },
            at,
          });
        return isChanged;
      }),
    );
    if (!isDone) throw new CommandError(`Not every text of ${name} has the words of parser ${parser}; stagedoor search fill writes them.`);
    say(`Searches of ${name} read ${readingOf({ reads })} within ten seconds.`);
  },
};

export const searchCommands: readonly Command[] = [status, fill, read];
