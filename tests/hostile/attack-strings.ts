/** One character that a class or escape of a regular expression matches. */
const SAMPLES: Readonly<Record<string, string>> = {
  s: ' ',
  S: 'a',
  d: '0',
  D: 'a',
  w: 'a',
  W: '-',
  n: '\n',
  t: '\t',
  r: '\r',
}
const TOKEN =
  /\\p\{[^}]*\}|\\P\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[:=!]|\{\d+(?:,\d*)?\}|[\s\S]/gi
const SYNTAX = new Set(['(', ')', '|', '*', '+', '?', '^', '$', '(?:', '(?=', '(?!', '(?<=', '(?<!', '\\b', '\\B'])
const CHARACTERS_MAX = 10
const PHRASE_MAX = 6

/**
 * Short texts that are expensive for backtracking when repeated: each character of the expression, pairs of them, and its literal
 * phrases such as `<!--` or `](`.
 */
export function attackUnits({ source }: RegExp): string[] {
  const tokens = [...source.matchAll(TOKEN)].flatMap(([token]) =>
    SYNTAX.has(token) || /^\{\d/.test(token) ? [] : samplesOf(token),
  )
  const characters = [...new Set(tokens.flat())].slice(0, CHARACTERS_MAX)
  const pairs = characters.flatMap((one) => characters.map((other) => one + other))
  const first = tokens.map(([sample = '']) => sample)
  const phrases = first.flatMap((_, from) =>
    Array.from({ length: PHRASE_MAX }, (_, length) => first.slice(from, from + length + 1).join('')),
  )
  return [...new Set([...characters, ...pairs, ...phrases])].filter((unit) => unit !== '')
}

function samplesOf(token: string): string[][] {
  if (token.startsWith('[')) return [classSamples(token)]
  if (/^\\[xu]/.test(token)) return [[String.fromCharCode(Number.parseInt(token.slice(2), 16))]]
  if (/^\\p/i.test(token)) return [[token.startsWith('\\p') ? 'a' : ' ']]
  if (/^\\\d/.test(token)) return []
  if (token.startsWith('\\')) return [[SAMPLES[token[1] ?? ''] ?? token[1] ?? '']]
  return [[token === '.' ? 'a' : token]]
}

const CANDIDATES = ['a', '0', ' ', '\n', '-', '_', '<', '"', "'", '[', '(', '`', '\\', '*']

/** Up to four characters that a class matches. */
function classSamples(token: string): string[] {
  const expression = new RegExp(token, 'u')
  return CANDIDATES.filter((one) => expression.test(one)).slice(0, 4)
}

/** Texts of about `size` characters: a repeated unit, alone and before a character that cannot match. */
export function attackStrings(unit: string, size: number): string[] {
  const pumped = unit.repeat(Math.ceil(size / unit.length))
  return [pumped, `${pumped}\0`, `${pumped}\n\0`]
}
