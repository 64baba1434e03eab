import type { Heading } from '#contract/posts.ts'
import { countWords, readingMinutes } from '#contract/reading-time.ts'
import { attributesIn, tagsIn } from './html-tags.ts'
import { toPlainText } from './to-plain-text.ts'

/** Shorter texts, and those with fewer headings, need no list of them. */
const LONG_MINUTES = 3
const HEADINGS_MIN = 3

type Ranked = Heading & { level: number }

/** Returns the reading time of rendered HTML, and its table of contents. */
export function tableOfContents(html: string): { minutes: number; contents: Heading[] } {
  const minutes = readingMinutes(countWords(toPlainText('html', html)))
  return { minutes, contents: minutes >= LONG_MINUTES ? topHeadings(headingsIn(html)) : [] }
}

/** Returns the headings of the highest level, or of the two highest levels where the first has too few. */
function topHeadings(headings: readonly Ranked[]): Heading[] {
  const levels = [...new Set(headings.map(({ level }) => level))].sort()
  const upTo = (count: number) => headings.filter(({ level }) => levels.indexOf(level) < count)
  const main = [upTo(1), upTo(2)].find((headings) => headings.length >= HEADINGS_MIN) ?? []
  return main.map(({ id, text }) => ({ id, text }))
}

/** The number of a footnote is no word of a heading. */
const FOOTNOTE = /<sup><a href="#fn-\d+".*?<\/sup>/g

/** The words of a heading of sanitized HTML; its content begins at `from`. */
export const headingWords = (html: string, name: string, from: number): string =>
  toPlainText('html', html.slice(from, html.indexOf(`</${name}>`, from)).replace(FOOTNOTE, ''))

/** The renderer has given them ids. */
function headingsIn(html: string): Ranked[] {
  return [...tagsIn(html)].flatMap(({ name, isClosing, rest, end }) => {
    const id = !isClosing && /^h[1-6]$/.test(name) ? attributesIn(rest).get('id') : undefined
    return id === undefined ? [] : [{ id, text: headingWords(html, name, end), level: Number(name[1]) }]
  })
}
