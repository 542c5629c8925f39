// Part of the boundary check (boundaries.mjs): every class that a component takes from a CSS module is in it, and every class of a module is taken by a
// component. TypeScript knows CSS modules as any names at all, so a misspelt class would only be seen on the screen.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const CSS_COMMENTS = /\/\*[\s\S]*?\*\//g;
const STYLE_IMPORTS = /\bimport\s+(\w+)\s+from\s*['"](\.[^'"]+\.module\.css)['"];?/g;
const STRINGS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** Class names of a CSS module, without those of `:global(…)`. */
export const classesOf = (css) => {
  const selectors = [...css.replace(CSS_COMMENTS, '').matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector.trim());
  return new Set(
    selectors
      .filter((selector) => !selector.startsWith('@'))
      .flatMap((selector) => [...selector.replace(/:global\([^)]*\)/g, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name)),
  );
};

/**
 * What a file takes from its CSS modules: `isWhole` if it uses one other than by `name.class`, for example `name[kind]`, so that it may take any class.
 * @returns {{ from: string, names: string[], isWhole: boolean }[]}
 */
export const usesOf = (code) => {
  const body = code.replace(STYLE_IMPORTS, '').replace(STRINGS, "''");
  return [...code.matchAll(STYLE_IMPORTS)].map(([, name, from]) => ({
    from,
    names: [...body.matchAll(new RegExp(`(?<![\\w.\`])${name}\\.(\\w+)`, 'g'))].map(([, used]) => used),
    isWhole: new RegExp(`(?<![\\w.<])${name}(?=\\[|\\s*[,)};])(?!\\s*[,}][^;]*from)`).test(body),
  }));
};

/**
 * Classes that are missing or that nobody uses, as `path: what`.
 *
 * @param {string} root the project's folder
 * @param {readonly string[]} files TypeScript files of the web, without tests
 * @param {(text: string) => string} withoutComments
 */
export const findStyleViolations = (root, files, withoutComments) => {
  const web = join(root, 'apps/web/src');
  const pathOf = (file) => relative(root, file).split(sep).join('/');
  const sheets = new Map(
    (existsSync(web) ? readdirSync(web, { recursive: true, encoding: 'utf8' }) : [])
      .filter((file) => file.endsWith('.module.css'))
      .map((file) => [join(web, file), { classes: classesOf(readFileSync(join(web, file), 'utf8')), used: new Set(), isWhole: false }]),
  );
  const violations = [];
  for (const file of files)
    for (const { from, names, isWhole } of usesOf(withoutComments(readFileSync(file, 'utf8')))) {
      const sheet = sheets.get(resolve(dirname(file), from));
      if (!sheet) continue;
      sheet.isWhole ||= isWhole;
      for (const name of new Set(names)) {
        sheet.used.add(name);
        if (!sheet.classes.has(name)) violations.push(`${pathOf(file)}: the class "${name}" isn't in ${from}`);
      }
    }
  for (const [file, { classes, used, isWhole }] of sheets)
    if (!isWhole) for (const name of classes) if (!used.has(name)) violations.push(`${pathOf(file)}: nothing uses the class "${name}"`);
  return violations;
};
