import { describe, expect, it } from 'vitest';
import { MAX_TAGS_OF_ANSWER } from './limits.ts';
import { GENERAL } from './purges.ts';
import { collectShown, isCollecting, noteAnswer, noteAsked, noteShown } from './shown.ts';

const ADA = '0190a000-0000-7000-8000-00000000000a';

describe('what an answer shows', () => {
  it('is whom its views note, also after waiting, and only while it is made', async () => {
    const [ada, bo] = await Promise.all(
      ['ada', 'bo'].map((id) =>
        collectShown(async () => {
          await Promise.resolve();
          noteShown(id);
          return id;
        }),
      ),
    );
    expect([ada?.shown.tags, bo?.shown.tags, ada?.result]).toEqual([['ada'], ['bo'], 'ada']);
    noteShown('nobody asks');
    expect(isCollecting()).toBe(false);
  });

  it('is general where it shows nobody or very many', async () => {
    expect((await collectShown(() => undefined)).shown.tags).toEqual([GENERAL]);
    const many = await collectShown(() => {
      for (let id = 0; id <= MAX_TAGS_OF_ANSWER; id += 1) noteShown(String(id));
    });
    expect(many.shown.tags).toEqual([GENERAL]);
  });

  it('depends on what was asked for: a list over everybody is general, one performer’s is theirs even when it is empty', async () => {
    const tagsOf = async (params: unknown, query: unknown, ...performers: string[]) =>
      (
        await collectShown(() => {
          noteAsked(params, query);
          for (const id of performers) noteShown(id);
        })
      ).shown.tags;
    expect(await tagsOf({ id: 'x' }, undefined, 'ada')).toEqual(['ada']);
    expect(await tagsOf(undefined, { limit: 5 }, 'ada')).toEqual([GENERAL, 'ada']);
    expect(await tagsOf(undefined, { performerId: ADA.toUpperCase() })).toEqual([ADA]);
    expect(await tagsOf(undefined, { performerId: 'username' }, ADA)).toEqual([ADA]);
    expect(await tagsOf(undefined, { performerId: 'unknown' })).toEqual([GENERAL]);
  });

  it('of a page is what its answers show, as old as the oldest', async () => {
    const { shown } = await collectShown(async () => {
      noteAnswer((await collectShown(() => noteShown('ada'))).shown);
      noteAnswer({ tags: ['bo'], madeAt: 7 });
      noteAnswer({ tags: ['bo'], madeAt: 9 });
    });
    expect(shown).toEqual({ tags: ['ada', 'bo'], madeAt: 7 });
  });
});
