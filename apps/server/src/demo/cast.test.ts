import { describe, expect, it } from 'vitest';
import { MOVING_SCENES, PICTURE_SIZES, SCENE_KINDS } from './art/index.ts';
import { applicants, fans, performers } from './cast.ts';

const USERNAME = /^[a-z0-9][a-z0-9._-]{2,29}$/;
const everybody = [...performers, ...fans, ...applicants];
const posts = performers.flatMap((performer) => performer.posts.map((post) => ({ performer: performer.username, ...post })));

/** Whole years of age on a day. */
const ageOn = (dateOfBirth: string, day: Date): number => {
  const born = new Date(`${dateOfBirth}T00:00:00Z`);
  const before = day.getUTCMonth() < born.getUTCMonth() || (day.getUTCMonth() === born.getUTCMonth() && day.getUTCDate() < born.getUTCDate());
  return day.getUTCFullYear() - born.getUTCFullYear() - (before ? 1 : 0);
};

describe('cast', () => {
  it('has unique, valid usernames and addresses', () => {
    for (const { username } of everybody) expect(username).toMatch(USERNAME);
    expect(new Set(everybody.map(({ username }) => username)).size).toBe(everybody.length);
    const addresses = [...fans, ...applicants].map(({ email }) => email);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('has the demo performer and the demo fan', () => {
    expect(performers[0]?.username).toBe('luna');
    expect(fans.find(({ email }) => email === 'fan@stagedoor.local')).toMatchObject({ username: 'alexm', name: 'Alex Moreno' });
  });

  it('has nobody under 18, at any time from now on', () => {
    for (const { username, dateOfBirth } of [...performers, ...applicants]) {
      expect(Number.isNaN(Date.parse(dateOfBirth)), username).toBe(false);
      expect(ageOn(dateOfBirth, new Date('2026-01-01T00:00:00Z')), username).toBeGreaterThanOrEqual(18);
    }
  });

  it('has palettes of four colours from dark to light, each of its own', () => {
    const brightness = (colour: string): number => [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0);
    for (const { username, palette } of performers) {
      const tones = palette.map(brightness);
      expect([...tones].sort((one, other) => one - other), username).toEqual(tones);
    }
    expect(new Set(performers.map(({ palette }) => palette.join())).size).toBe(performers.length);
  });

  it('draws only what can be drawn', () => {
    for (const { cover } of performers) expect(SCENE_KINDS).toContain(cover.kind);
    for (const { performer, pictures, clip } of posts) {
      for (const picture of pictures) {
        expect(SCENE_KINDS, performer).toContain(picture.kind);
        expect(Object.keys(PICTURE_SIZES), performer).toContain(picture.shape);
      }
      if (clip) expect(MOVING_SCENES, performer).toContain(clip.kind);
    }
  });

  it('shows no picture twice', () => {
    const keys = posts.flatMap(({ performer, pictures }) => pictures.map(({ kind, shape, seed }) => `${performer} ${kind} ${shape} ${seed}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has prices for buyers alone, and a year for less than twelve months', () => {
    for (const { text, audience, price } of posts) expect(price !== undefined && price > 0n, text).toBe(audience === 'buyers');
    for (const { username, monthlyPrice, yearlyPrice } of performers) {
      expect(monthlyPrice > 0n, username).toBe(true);
      expect(yearlyPrice < monthlyPrice * 12n && yearlyPrice > monthlyPrice * 6n, username).toBe(true);
    }
  });

  it('has posts of every audience and kind for each reader, newest first, never photos and film together', () => {
    for (const { username, posts: own } of performers) {
      expect(own.length, username).toBeGreaterThanOrEqual(8);
      expect(own.length, username).toBeLessThanOrEqual(14);
      expect(new Set(own.map(({ audience }) => audience)).size, username).toBe(4);
      expect(own.map(({ minutesAgo }) => minutesAgo), username).toEqual(own.map(({ minutesAgo }) => minutesAgo).sort((one, other) => one - other));
      expect(own.filter(({ pinned }) => pinned).length, username).toBeLessThanOrEqual(1);
      for (const { text, pictures, clip } of own) {
        expect(text.length).toBeGreaterThan(0);
        expect(clip !== undefined && pictures.length > 0, text).toBe(false);
      }
    }
    expect(posts.filter(({ clip }) => clip)).toHaveLength(6);
  });

  it('has comments by fans who exist, after the post and not in the future', () => {
    const names = new Set(fans.map(({ username }) => username));
    for (const { text, minutesAgo, comments = [] } of posts)
      for (const { by, after } of comments) {
        expect(names, text).toContain(by);
        expect(after > 0 && after <= minutesAgo, text).toBe(true);
      }
  });
});
