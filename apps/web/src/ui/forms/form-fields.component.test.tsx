import { expect, test } from 'vitest';
import { readFields } from './form-fields.ts';

test('keeps words, choices and ticks, and neither passwords, codes, files nor fields that are marked', () => {
  const form = document.createElement('form');
  form.innerHTML = `
    <input name="title" value="Left hand"><textarea name="text">For one piano.</textarea>
    <input name="open" type="checkbox" checked><select name="size"><option>A4</option></select>
    <input name="password" type="password" value="quartz ladder"><input name="code" autocomplete="one-time-code" value="123456">
    <input name="iban" data-unkept value="PT50"><input name="document" type="file"><input name="id" type="hidden" value="7">`;
  expect(readFields(form)).toEqual({ title: 'Left hand', text: 'For one piano.', open: '1', size: 'A4' });
});
