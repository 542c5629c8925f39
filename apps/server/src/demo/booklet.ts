const PAGE = { width: 420, height: 595 };
const MARGIN = 48;
const LINE = 22;

/** A PDF string in parentheses, limited to the characters of the PDF's standard fonts. */
const quoted = (text: string): Buffer => Buffer.from(`(${text.replace(/[\\()]/g, '\\$&')})`, 'latin1');

const pageContent = (lines: readonly string[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('BT\n')];
  lines.forEach((line, index) => {
    const isTitle = index === 0;
    const y = PAGE.height - MARGIN - 40 - index * LINE;
    parts.push(
      Buffer.from(`/${isTitle ? 'F2' : 'F1'} ${isTitle ? 24 : 12} Tf 1 0 0 1 ${MARGIN} ${y} Tm `),
      quoted(line),
      Buffer.from(' Tj\n'),
    );
  });
  return Buffer.concat([...parts, Buffer.from('ET')]);
};

/** A small PDF (ISO 32000-1) of a few lines a page, in the fonts that every reader has. */
export const drawBooklet = (pages: readonly (readonly string[])[]): Buffer => {
  const font = (name: string) => Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  // 1 catalogue, 2 pages, 3 and 4 fonts, then a page and its content each.
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] >>`),
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((lines, index) => {
      const content = pageContent(lines);
      return [
        Buffer.from(`<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + index * 2} 0 R >>`),
        Buffer.concat([Buffer.from(`<< /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]),
      ];
    }),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  objects.forEach((object, index) => {
    offsets.push(length);
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
};
