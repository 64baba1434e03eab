import type { Heading } from '#contract/post-page.ts'
import { plainBody } from './search/plain-body.ts'
import { wordsOf } from './search/words.ts'

/** People read so many words of such texts in a minute. */
const WORDS_PER_MINUTE = 230
/** A text that takes less, or has fewer headings, is seen through without a list of them. */
const LONG_MINUTES = 3
const HEADINGS_MIN = 3
/** Whatever an author's heading is called, its id is none that the page itself has, and no property of the document. */
const PREFIX = 'at-'
const ID_MAX_CHARACTERS = 60

type Ranked = Heading & { level: number }
export type Contents = { content: string; minutes: number; contents: Heading[] }

/** Sanitised HTML never has an unquoted attribute, so a tag ends at the first `>` outside of quotes. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/g

/** Sanitised HTML with an id on each of its headings (the sanitiser drops those that authors write), how long reading it takes, and what it holds. */
export function withContents(html: string): Contents {
  const minutes = Math.max(1, Math.round(plainBody('html', html).split(' ').length / WORDS_PER_MINUTE))
  const { content, headings } = withIds(html)
  return { content, minutes, contents: minutes >= LONG_MINUTES ? mainOf(headings) : [] }
}

/** The highest headings, or the two highest kinds where those are too few to be a list. */
function mainOf(headings: readonly Ranked[]): Heading[] {
  const levels = [...new Set(headings.map(({ level }) => level))].sort()
  const upTo = (count: number) => headings.filter(({ level }) => levels.indexOf(level) < count)
  const main = [upTo(1), upTo(2)].find((some) => some.length >= HEADINGS_MIN) ?? []
  return main.map(({ id, text }) => ({ id, text }))
}

function withIds(html: string): { content: string; headings: Ranked[] } {
  const headings: Ranked[] = []
  const taken = new Set<string>()
  let content = ''
  let copied = 0
  let open: { level: number; start: number; end: number } | undefined
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0
    if (level === 0) continue
    if (slash === '') open = { level, start: index, end: index + tag.length }
    else if (open?.level === level) {
      const text = plainBody('html', html.slice(open.end, index))
      if (text !== '') {
        const id = idFor(text, taken)
        headings.push({ id, text, level })
        content += `${html.slice(copied, open.start)}<h${level} id="${id}"`
        copied = open.start + `<h${level}`.length
      }
      open = undefined
    }
  }
  return { content: content + html.slice(copied), headings }
}

/** Made of the heading's words alone; of two alike, the second has a number. */
function idFor(text: string, taken: Set<string>): string {
  const words =
    wordsOf(text)
      .join('-')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, ID_MAX_CHARACTERS)
      .replace(/-$/, '') || 'heading'
  let id = PREFIX + words
  for (let number = 2; taken.has(id); number++) id = `${PREFIX}${words}-${number}`
  taken.add(id)
  return id
}
