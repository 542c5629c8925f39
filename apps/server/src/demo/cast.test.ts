import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { demoFiles, filmFile, pictureFile } from '@stagedoor/demo-pictures';
import { describe, expect, it } from 'vitest';
import { products } from './cast/shop.ts';
import { applicants, fans, performers, rejected } from './cast.ts';
import { TALK } from './talk.ts';

const USERNAME = /^[a-z0-9][a-z0-9._-]{2,29}$/;
const everybody = [...performers, ...fans, ...applicants, ...rejected];
const posts = performers.flatMap((performer) => performer.posts);
const repeated = (list: readonly string[]): string[] => list.filter((entry, i) => list.indexOf(entry) !== i);

/** Whole years of age on a day. */
const ageOn = (dateOfBirth: string, day: Date): number => {
  const born = new Date(`${dateOfBirth}T00:00:00Z`);
  const before =
    day.getUTCMonth() < born.getUTCMonth() || (day.getUTCMonth() === born.getUTCMonth() && day.getUTCDate() < born.getUTCDate());
  return day.getUTCFullYear() - born.getUTCFullYear() - (before ? 1 : 0);
};

describe('cast', () => {
  it('has unique, valid usernames and addresses', () => {
    const usernames = everybody.map(({ username }) => username);
    expect(usernames.filter((username) => !USERNAME.test(username))).toEqual([]);
    expect(repeated(usernames)).toEqual([]);
    expect(repeated([...fans, ...applicants, ...rejected].map(({ email }) => email))).toEqual([]);
  });

  it('has the demo performer and the demo fan', () => {
    expect(performers[0]?.username).toBe('luna');
    expect(fans.find(({ email }) => email === 'fan@stagedoor.local')).toMatchObject({ username: 'alexm', name: 'Alex Moreno' });
  });

  it('has nobody under 18', () => {
    // an unreadable date has no age, so it fails too
    const day = new Date('2026-01-01T00:00:00Z');
    const tooYoung = [...performers, ...applicants, ...rejected].filter(({ dateOfBirth }) => !(ageOn(dateOfBirth, day) >= 18));
    expect(tooYoung).toEqual([]);
  });

  it('has a file for each of its pictures and films, and no file besides', () => {
    const ofPosts = performers.flatMap(({ username, posts: own }) =>
      [
        ...own.flatMap(({ pictures }) => pictures),
        ...products.filter(({ performer }) => performer === username).map(({ picture }) => picture),
        ...TALK.filter(({ performer }) => performer === username).flatMap(({ said }) => said.flatMap(({ picture }) => picture ?? [])),
      ].map((name) => `posts/${username}/${name}`),
    );
    const named = [
      ...everybody.map(({ username }) => `avatars/${username}`),
      ...performers.map(({ username }) => `covers/${username}`),
      'promos/profile',
      'promos/discover',
      ...[...performers, ...applicants, ...rejected].flatMap(({ username }) => [
        `documents/${username}-card`,
        `documents/${username}-selfie`,
      ]),
      ...ofPosts,
    ].map(pictureFile);
    const films = posts.flatMap(({ film }) => (film ? [`films/${film}`, `films/${film}-tall`] : [])).map(filmFile);
    const nameOf = (path: string): string => relative(demoFiles, path);
    const found = readdirSync(demoFiles, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => nameOf(`${parentPath}/${name}`));
    expect(repeated(ofPosts)).toEqual([]);
    expect([...named, ...films].map(nameOf).sort()).toEqual(found.sort());
  });

  it('has a price exactly for posts for buyers', () => {
    expect(posts.filter(({ audience, price }) => (audience === 'buyers') !== (price !== undefined && price > 0n))).toEqual([]);
  });

  it.each(performers)('$username: a year costs less than twelve months', ({ monthlyPrice, yearlyPrice }) => {
    expect(monthlyPrice > 0n && yearlyPrice < monthlyPrice * 12n && yearlyPrice > monthlyPrice * 6n).toBe(true);
  });

  it.each(performers)('$username: has 8 to 14 posts for every audience, newest first, at most one pinned', ({ posts: own }) => {
    expect(own.length).toBeGreaterThanOrEqual(8);
    expect(own.length).toBeLessThanOrEqual(14);
    expect(new Set(own.map(({ audience }) => audience)).size).toBe(4);
    const ages = own.map(({ minutesAgo }) => minutesAgo);
    expect(ages).toEqual([...ages].sort((one, other) => one - other));
    expect(own.filter(({ pinned }) => pinned).length).toBeLessThanOrEqual(1);
  });

  it('has text in every post, and never photos and a film together', () => {
    expect(posts.filter(({ text, pictures, film }) => text === '' || (film && pictures.length > 0))).toEqual([]);
    expect(posts.filter(({ film }) => film)).toHaveLength(6);
  });

  it('has comments by existing fans, after the post and not in the future', () => {
    const names = new Set(fans.map(({ username }) => username));
    const wrong = posts.flatMap(({ minutesAgo, comments = [] }) =>
      comments.filter(({ by, after }) => !names.has(by) || after <= 0 || after > minutesAgo),
    );
    expect(wrong).toEqual([]);
  });
});
