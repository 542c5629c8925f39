import type { CastPerformer } from './types.ts';
import { days, forAll, forFollowers, forSale, forSubscribers, hours, minutes, said } from './write.ts';

const ines: CastPerformer = {
  username: 'ines.valdemar',
  name: 'Ines Valdemar',
  firstName: 'Inês',
  lastName: 'Valdemar',
  gender: 'female',
  country: 'PT',
  city: 'Porto',
  dateOfBirth: '1989-04-30',
  craft: 'Cellist',
  bio: 'Cellist in Porto. Bach before coffee, tango after dark. Live on Saturdays at 19:00, lessons by private show.',
  monthlyPrice: 900n,
  yearlyPrice: 8400n,
  posts: [
    forAll(minutes(41), 'New strings since Tuesday. They still complain, I still win.', {
      pictures: ['strings-landscape-3'],
      comments: [
        said('alexm', 5, 'The A string sounds like gold already.'),
        said('theadora', 19, 'Tuesday was a sad day for the neighbours.'),
      ],
    }),
    forSubscribers(hours(6), 'Suite no. 3, the sarabande, with all my fingerings. Disagree with me in bar 9.', {
      title: 'Sarabande, fingered',
      pictures: ['sheet-portrait-2', 'sheet-landscape-3'],
    }),
    forAll(hours(22), 'Bach by request, Saturday at 19:00. The sixth suite only if somebody asks nicely.', {
      pictures: ['onstage-landscape-1'],
      pinned: true,
    }),
    forSale(400n, days(2), 'Eight pages: how I practise a shift without counting it. Scans, pencil marks included.', {
      title: 'Shifts, in pencil',
      pictures: ['sheet-square-7', 'strings-portrait-4'],
    }),
    forFollowers(days(3.1), 'Rain on the skylight in D. I joined in.', { pictures: ['ribbons-portrait-44'] }),
    forAll(days(4.4), 'Somebody asked what a wolf note is. It is the cello remembering it was a tree.'),
    forSubscribers(days(6), 'The tango set list, with the keys and the two places where I cheat.', {
      title: 'Tango, and two small lies',
      pictures: ['strings-square-1'],
    }),
    forAll(days(9), 'Hall before the rehearsal. That chair is mine.', { pictures: ['seats-landscape-3'] }),
    forSale(1800n, days(14), 'Twelve studies I wrote for my students this year, engraved and bound as one file.', {
      title: 'Twelve studies',
      pictures: ['sheet-portrait-12'],
    }),
    forAll(days(20), 'The bow went to be rehaired. For three days I am a very quiet woman.', {
      pictures: ['strings-portrait-9'],
    }),
  ],
};

const noor: CastPerformer = {
  username: 'noor',
  name: 'Noor Haddad',
  firstName: 'Noor',
  lastName: 'Haddad',
  gender: 'female',
  country: 'JO',
  city: 'Amman',
  dateOfBirth: '1995-01-09',
  craft: 'Synth player',
  bio: 'Modular synths and old records in Amman. Synth hour every night but Monday. I explain every cable if you ask.',
  monthlyPrice: 650n,
  yearlyPrice: 6500n,
  posts: [
    forAll(hours(1), 'Patched from zero, no photo of the last one, no mercy.', {
      pictures: ['synth-landscape-3'],
      comments: [said('samuelb', 4, 'The yellow cable is doing something illegal.'), said('kwame', 13, 'It is and I love it.')],
    }),
    forSubscribers(hours(18), 'What the bass looked like last night, drawn row by row.', {
      title: 'Last night’s bass',
      film: 'waves',
    }),
    forSubscribers(days(1.3), 'The patch from Sunday, module by module, with the three knobs you must not touch.', {
      title: 'Sunday’s patch',
      pictures: ['synth-portrait-5', 'synth-square-8', 'waves-square-3'],
    }),
    forFollowers(days(2), 'Found in a box at the Friday market for two dinars. Side B is somebody’s wedding.', {
      pictures: ['vinyl-landscape-1'],
    }),
    forAll(days(3.5), 'An oscillator is a very patient singer.'),
    forSale(550n, days(5), 'Forty raw takes from the desert evening, untreated, yours to use.', {
      title: 'Desert evening, forty takes',
      pictures: ['waves-landscape-9'],
    }),
    forSubscribers(days(8), 'Ten minutes on envelopes, with drawings. Attack is a character trait.', { title: 'Envelopes' }),
    forAll(days(12), 'The new case. I said I would stop at one row.', { pictures: ['synth-wide-12'] }),
    forAll(days(18), 'Stage at the old railway station, an hour before doors.', {
      pictures: ['stage-landscape-2', 'onstage-square-4'],
    }),
  ],
};

const amara: CastPerformer = {
  username: 'amara.diallo',
  name: 'Amara Diallo',
  firstName: 'Amara',
  lastName: 'Diallo',
  gender: 'female',
  country: 'SN',
  city: 'Dakar',
  dateOfBirth: '1984-12-05',
  craft: 'Jazz pianist',
  bio: 'Piano, after midnight. Standards, my own tunes, and the left hand my teacher warned me about.',
  monthlyPrice: 800n,
  yearlyPrice: 7800n,
  posts: [
    forAll(hours(7), 'The tuner came. For one day every note is exactly itself.', {
      pictures: ['keys-landscape-2'],
      comments: [said('greta.k', 14, 'Please play before it remembers.')],
    }),
    forSubscribers(days(1), 'Left-hand voicings for the slow blues, written out. Play them ugly first.', {
      title: 'Ugly first',
      pictures: ['sheet-square-4', 'keys-portrait-5'],
    }),
    forAll(days(1.9), 'Second set, last table, one glass that nobody claimed.', { pictures: ['club-landscape-2'] }),
    forFollowers(days(3.3), 'Under the lid. If you have never looked, look.', { pictures: ['lid-landscape-4'] }),
    forSale(700n, days(5.2), 'Seven of my tunes as lead sheets, with the chords I actually play.', {
      title: 'Seven tunes',
      pictures: ['sheet-portrait-21', 'vinyl-square-6'],
    }),
    forAll(days(7), 'A wrong note is only a question with bad timing.'),
    forSubscribers(days(10), 'The set from Saturday, in the order we forgot it.', {
      title: 'Saturday, from memory',
      pictures: ['club-portrait-5', 'onstage-landscape-3'],
    }),
    forAll(days(16), 'A present from the drummer: his father’s records.', { pictures: ['vinyl-landscape-8'] }),
    forAll(days(24), 'Keys, three in the morning, windows open.', { pictures: ['keys-square-11'] }),
  ],
};

export const musicians: readonly CastPerformer[] = [ines, noor, amara];
