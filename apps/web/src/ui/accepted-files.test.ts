import { describe, expect, it } from 'vitest';
import { acceptedKinds, isAccepted, VIDEOS } from './accepted-files.ts';

const DOCUMENTS = 'image/jpeg,image/png,application/pdf';

describe('accepted files', () => {
  it('refuses another kind at once, and leaves a file without a type to the server', () => {
    expect(isAccepted({ name: 'a.png', type: 'image/png' }, DOCUMENTS)).toBe(true);
    expect(isAccepted({ name: 'a.txt', type: 'text/plain' }, DOCUMENTS)).toBe(false);
    expect(isAccepted({ name: 'a.heic', type: 'image/heic' }, 'image/*')).toBe(true);
    expect(isAccepted({ name: 'film.MKV', type: 'application/x-matroska' }, VIDEOS)).toBe(true);
    expect(isAccepted({ name: 'film.mkv', type: '' }, DOCUMENTS)).toBe(true);
  });

  it('names the kinds', () => {
    expect(acceptedKinds(DOCUMENTS)).toBe('JPEG, PNG, PDF');
    expect(acceptedKinds('image/*')).toBe('IMAGE');
    expect(acceptedKinds(VIDEOS)).toBe('MP4, MOV, WebM, MKV, M4V, 3GP');
  });
});
