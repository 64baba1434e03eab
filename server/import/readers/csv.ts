/** A cell in quotes or without them, and what ends it. Always matches, so that the search is linear. */
const CELL = /(?:"((?:[^"]|"")*)"?|([^",\r\n][^,\r\n]*)|)(,|\r?\n|\r|$)/gy

/** Reads CSV as in RFC 4180. Empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const source = text.replace(/^\uFEFF/, '')
  for (const { 0: all, 1: quoted, 2: plain, 3: end, index } of source.matchAll(CELL)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
    if (index + all.length >= source.length) break
  }
  return rows
}
