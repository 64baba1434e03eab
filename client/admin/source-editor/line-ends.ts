const LINE = /[^\r\n]*(?:\r\n?|\n|$)/g

/**
 * Returns `text`, whose lines end with `\n`, with the line ends of `original`: those of unchanged lines at the beginning and the
 * end are kept, others take the most frequent one.
 */
export function withLineEndsOf(original: string, text: string): string {
  if (!original.includes('\r')) return text
  const before = linesOf(original)
  const now = linesOf(text)
  const usual = original.split('\r\n').length * 2 > original.split(/\r\n?|\n/).length ? '\r\n' : '\n'
  const length = Math.min(before.length, now.length)
  let start = 0
  while (start < length && bare(before[start]) === bare(now[start])) start++
  let end = 0
  while (end < length - start && bare(before.at(-1 - end)) === bare(now.at(-1 - end))) end++
  const middle = now.slice(start, now.length - end).map((line) => line.replace('\n', usual))
  return [...before.slice(0, start), ...middle, ...before.slice(before.length - end)].join('')
}

/** With their ends. */
const linesOf = (text: string): string[] => text.match(LINE) ?? []
const bare = (line = '') => line.replace(/[\r\n]+$/, '\n')
