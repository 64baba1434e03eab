import { expect, test } from 'bun:test'
import { sources } from '#tests/helpers/source.ts'

/**
 * What browsers of 2023 lack. Browsers are in use for years, and a missing function fails only when it is called.
 * Methods of iterators are found where they follow the call that returns one.
 */
const missing = [
  /\bPromise\.(?:withResolvers|try)\b/,
  /\b(?:Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\bRegExp\.escape\b/,
  /\bURL\.parse\b/,
  /\bAbortSignal\.any\b/,
  /\bIterator\.(?:from|concat|zip)\b/,
  /\b(?:Math\.(?:sumPrecise|f16round)|Error\.isError|JSON\.(?:rawJSON|isRawJSON)|Temporal\.|Float16Array|DurationFormat)\b/,
  /(?<!\bv)\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /(?<!\bObject)\.(?:values|keys|entries|matchAll)\([^()]*\)\s*\.(?:map|filter|flatMap|take|drop|reduce|forEach|some|every|find|toArray)\(/,
  /\.(?:getOrInsert|getOrInsertComputed|toBase64|toHex|setFromBase64|setFromHex|fromBase64|fromHex|transferToFixedLength)\(/,
  /\b(?:await )?using \w+ =/,
  /\bSymbol\.(?:dispose|asyncDispose)\b/,
]

/** Scripts that are run by hand or by a build. */
const isTool = (path: string) => /^client\/(?:build|artwork)\//.test(path)

const found = (text: string) => missing.flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? [])

test('code for browsers uses no function that browsers of 2023 lack', async () => {
  const files = (await sources('client', 'server/contract')).filter(({ path }) => !isTool(path))
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(({ path, text }) => found(text).map((use) => `${path}: ${use}`))).toEqual([])
})

test.each([
  'const { promise } = Promise.withResolvers<boolean>()',
  'one.isDisjointFrom(other)',
  'await Array.fromAsync(read())',
  'map.values().filter(isNew)',
  'text.matchAll(pattern)\n    .map(([all]) => all)',
  'Object.groupBy(posts, byYear)',
  'using file = open()',
])('finds %j', (text) => expect(found(text)).toHaveLength(1))

test.each(['Object.values(counts).reduce(sum)', '[...map.values()].filter(isNew)', 'v.union([a, b])'])(
  'allows %j',
  (text) => expect(found(text)).toEqual([]),
)
