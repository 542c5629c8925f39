// Mutations of SQL: token by token, in the bodies of functions or in a statement of the server's code.

/**
 * One small change of an expression: the characters from `start` to `end` are replaced.
 *
 * @typedef {{ start: number, end: number, replacement: string, operator: string }} Mutation
 */

const TOKENS =
  /(?<space>\s+|--[^\n]*|\/\*[^]*?\*\/)|(?<text>'(?:[^']|'')*')|(?<body>\$\w*\$)|(?<word>[a-z_][\w.]*|"[^"]+")|(?<number>\d+(?:\.\d+)?)|(?<sign>->>|->|\|\||::|:=|<>|<=|>=|!=|[^\s\w])/giu;

/** @typedef {{ kind: string, value: string, start: number, end: number }} Token */

/** Tokens without spaces and comments. @param {string} text @returns {Token[]} */
const tokensOf = (text) =>
  [...text.matchAll(TOKENS)]
    .map((match) => {
      const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
      return { kind, value: kind === 'word' ? match[0].toLowerCase() : match[0], start: match.index, end: match.index + match[0].length };
    })
    .filter(({ kind }) => kind !== 'space');

const COMPARISONS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=' };
const CALLS = { least: 'greatest', greatest: 'least', min: 'max', max: 'min' };
const SET_ENDS = new Set(['where', 'from', 'returning']);
/** Words after which a minus or a plus is a sign, not an operation. */
const BEFORE_SIGN = new Set(['select', 'when', 'then', 'else', 'and', 'or', 'return', 'in', 'values', 'by', 'case', 'not', 'where', 'on']);

const isOperand = (token) =>
  token !== undefined &&
  (token.kind === 'number' ||
    token.kind === 'text' ||
    token.value === ')' ||
    token.value === ']' ||
    (token.kind === 'word' && !BEFORE_SIGN.has(token.value)));

/** Index of the parenthesis that closes the one at `open`. */
const closing = (tokens, open) => {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at].value === '(') depth += 1;
    if (tokens[at].value === ')' && (depth -= 1) === 0) return at;
  }
  return -1;
};

/** `coalesce(a, b)` becomes `(a)` and `(b)`. */
const coalesceMutations = (text, tokens, at) => {
  const end = tokens[at + 1]?.value === '(' ? closing(tokens, at + 1) : -1;
  if (end < 0) return [];
  let depth = 0;
  const commas = [];
  for (let inner = at + 1; inner < end; inner += 1) {
    if (tokens[inner].value === '(') depth += 1;
    if (tokens[inner].value === ')') depth -= 1;
    if (tokens[inner].value === ',' && depth === 1) commas.push(tokens[inner]);
  }
  if (commas.length !== 1) return [];
  const [comma] = commas;
  const parts = [text.slice(tokens[at + 1].end, comma.start), text.slice(comma.end, tokens[end].start)];
  return parts.map((part) => ({
    start: tokens[at].start,
    end: tokens[end].end,
    replacement: `(${part.trim()})`,
    operator: 'coalesce',
  }));
};

/** `case when a then b else c end` becomes `case when a then c else b end`; only with one `when` and no inner `case`. */
const caseMutation = (text, tokens, at) => {
  const end = tokens.findIndex((token, place) => place > at && token.value === 'end');
  const inner = tokens.slice(at + 1, end);
  if (end < 0 || inner.filter(({ value }) => value === 'when').length !== 1 || inner.some(({ value }) => value === 'case')) return [];
  const then = inner.find(({ value }) => value === 'then');
  const otherwise = inner.find(({ value }) => value === 'else');
  if (!then || !otherwise) return [];
  const [first, second] = [text.slice(then.end, otherwise.start).trim(), text.slice(otherwise.end, tokens[end].start).trim()];
  return first === second || [first, second].some((part) => /;\s*$/.test(part))
    ? []
    : [{ start: then.start, end: tokens[end].start, replacement: `then ${second} else ${first} `, operator: 'case' }];
};

/** Mutations of the token at `at`. @param isAssignment whether `=` assigns here */
const mutationsAt = (text, tokens, at, isAssignment) => {
  const { kind, value, start, end } = tokens[at];
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const one = (replacement, operator, until = end) => [{ start, end: until, replacement, operator }];
  if (kind === 'sign') {
    if (Object.hasOwn(COMPARISONS, value)) return value === '=' && isAssignment ? [] : one(COMPARISONS[value], 'comparison');
    if (value !== '+' && value !== '-') return [];
    if (isOperand(before)) return one(value === '+' ? '-' : '+', 'arithmetic');
    return value === '-' ? one('', 'sign') : [];
  }
  if (kind === 'number') return /^\d+$/.test(value) ? one(String(Number(value) + 1), 'constant') : [];
  if (kind !== 'word') return [];
  if (value === 'and' || value === 'or') return one(value === 'and' ? 'or' : 'and', 'boolean');
  if (value === 'true' || value === 'false') return one(value === 'true' ? 'false' : 'true', 'constant');
  if (value === 'is' && after?.value === 'null') return one('is not null', 'negation', after.end);
  if (value === 'is' && after?.value === 'distinct') return one('is not distinct', 'negation', after.end);
  if (value === 'is' && after?.value === 'not') return one('is', 'negation', after.end);
  if (value === 'not' && before?.value !== 'is' && after?.value !== 'null') return one('', 'negation');
  if (Object.hasOwn(CALLS, value) && after?.value === '(') return one(CALLS[value], 'extreme');
  if (value === 'coalesce') return coalesceMutations(text, tokens, at);
  if (value === 'case') return caseMutation(text, tokens, at);
  return [];
};

/**
 * All mutations of a statement, or of a function's body.
 *
 * @param {string} text
 * @param {string} masked the text with what isn't SQL replaced by words, at the same length
 * @returns {Mutation[]}
 */
export const mutateStatement = (text, masked = text) => {
  const tokens = tokensOf(masked);
  const mutations = [];
  let depth = 0;
  /** Depth of the lists after `set` and after `using` of `raise`, of `between` and of `order by`; undefined outside of them. */
  let set;
  let raising;
  let between;
  let ordering;
  for (const [at, { value }] of tokens.entries()) {
    if (value === '(') depth += 1;
    if (value === ')') depth -= 1;
    if (value === 'set') set = depth;
    if (value === ';' || (SET_ENDS.has(value) && set === depth)) set = undefined;
    if (value === 'using' && tokens[at + 1]?.value !== '(') raising = depth;
    if (value === ';') raising = undefined;
    if (value === 'by') ordering = depth;
    if (value === ';' || value === ')' || value === 'having' || value === 'limit' || value === 'for') ordering = undefined;
    if (value === 'between') between = depth;
    if (value === 'and' && between === depth) {
      between = undefined;
      continue;
    }
    if (ordering !== undefined && tokens[at].kind === 'number') continue;
    const isAssignment = raising === depth || (set === depth && ['set', ','].includes(tokens[at - 2]?.value));
    mutations.push(...mutationsAt(text, tokens, at, isAssignment));
  }
  return mutations;
};

/**
 * Mutations of all functions of an SQL file: of what stands between `$$` and `$$`.
 *
 * @param {string} text
 * @returns {Mutation[]}
 */
export const mutateFunctions = (text) => {
  const bodies = tokensOf(text).filter(({ kind }) => kind === 'body');
  const mutations = [];
  for (let at = 0; at + 1 < bodies.length; at += 2) {
    const start = bodies[at].end;
    for (const mutation of mutateStatement(text.slice(start, bodies[at + 1].start)))
      mutations.push({ ...mutation, start: mutation.start + start, end: mutation.end + start });
  }
  return mutations;
};
