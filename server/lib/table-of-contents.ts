import { WORDS_PER_MINUTE } from '#contract/limits.ts'
import type { Heading } from '#contract/posts.ts'
import { replaceTags } from './html-tags.ts'
import { toPlainText } from './to-plain-text.ts'
import { tokenize } from './words.ts'

/** Shorter texts, and those with fewer headings, need no list of them. */
const LONG_MINUTES = 3
const HEADINGS_MIN = 3
/** Keeps ids of headings apart from the page's own ids and from properties of the document. */
const PREFIX = 'at-'
const ID_MAX_CHARACTERS = 60

type Ranked = Heading & { level: number }

/** Adds an id to each heading of sanitized HTML (the sanitizer drops those of authors), the reading time, and the table of contents. */
export function addTableOfContents(html: string): { content: string; minutes: number; contents: Heading[] } {
  const minutes = Math.max(1, Math.round(toPlainText('html', html).split(' ').length / WORDS_PER_MINUTE))
  const { content, headings } = withIds(html)
  return { content, minutes, contents: minutes >= LONG_MINUTES ? topHeadings(headings) : [] }
}

/** Returns the headings of the highest level, or of the two highest levels where the first has too few. */
function topHeadings(headings: readonly Ranked[]): Heading[] {
  const levels = [...new Set(headings.map(({ level }) => level))].sort()
  const upTo = (count: number) => headings.filter(({ level }) => levels.indexOf(level) < count)
  const main = [upTo(1), upTo(2)].find((some) => some.length >= HEADINGS_MIN) ?? []
  return main.map(({ id, text }) => ({ id, text }))
}

/** The number of a footnote is no word of a heading. */
const FOOTNOTE = /<sup><a href="#fn-\d+".*?<\/sup>/g

function withIds(html: string): { content: string; headings: Ranked[] } {
  const headings: Ranked[] = []
  const ids = createIdGenerator()
  const content = replaceTags(html, ({ name, isClosing, rest, start, end }) => {
    const isHeading = !isClosing && /^h[1-6]$/.test(name)
    const inside = isHeading ? html.slice(end, html.indexOf(`</${name}>`, end)).replace(FOOTNOTE, '') : ''
    const text = toPlainText('html', inside)
    if (text === '') return html.slice(start, end)
    const id = ids(text)
    headings.push({ id, text, level: Number(name[1]) })
    return `<${name} id="${id}"${rest}>`
  })
  return { content, headings }
}

/** Returns a function that makes unique ids from the words of headings. */
function createIdGenerator(): (heading: string) => string {
  /** The last number in use per id: without it, the ten-thousandth equal heading would try all numbers. */
  const numbers = new Map<string, number>()
  return (heading) => {
    const words = PREFIX + slugOf(heading)
    let number = numbers.get(words) ?? 0
    let id = words
    while (numbers.has(id)) id = `${words}-${++number}`
    numbers.set(words, Math.max(number, 1)).set(id, 1)
    return id
  }
}

const slugOf = (heading: string) =>
  tokenize(heading)
    .join('-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, ID_MAX_CHARACTERS)
    .replace(/-$/, '') || 'heading'
