import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { seeded } from '#tests/helpers/seeded.ts'

const SYLLABLES =
  'ba be bo ca ce co da de di do fa fe ga go ha he la le li lo ma me mi no pa pe ra ri ro sa se ta to va'.split(' ')
const VOCABULARY = 40_000

/** A made-up vocabulary as large as that of a few authors, with a natural frequency distribution. */
const words = Array.from({ length: VOCABULARY }, (_, number) => wordOf(number * 7 + 13))

function wordOf(number: number): string {
  const rest = Math.floor(number / SYLLABLES.length)
  return (SYLLABLES[number % SYLLABLES.length] ?? '') + (rest > 0 ? wordOf(rest) : '')
}

/** Adds posts of about 4 kB in an English-like language to a content folder. Returns the titles. */
export async function addWordyPosts(content: string, count: number): Promise<string[]> {
  const { below } = seeded(1)
  const word = () => words[Math.floor(VOCABULARY ** (below(1_000_000) / 1_000_000)) - 1] ?? ''
  const text = (length: number) => Array.from({ length }, word).join(' ')
  await mkdir(join(content, 'posts'), { recursive: true })
  const titles = Array.from({ length: count }, () => text(7))
  for (const [number, title] of titles.entries()) {
    const head = `title: ${title}\nsummary: <p>${beginning(number)}${text(25)}</p>\ndate: ${dayOf(number)}`
    await Bun.write(join(content, 'posts', `wordy-${number}.md`), `---\n${head}\n---\n${text(650)}\n`)
  }
  return titles
}

/** One in four summaries has an emphasized word; one in twenty a link, which requires the sanitizer. */
const beginning = (number: number) =>
  number % 4 === 0 ? '<em>New:</em> ' : number % 20 === 1 ? '<a href="/pricing">Prices:</a> ' : ''

const dayOf = (number: number) => new Date(Date.UTC(2024, 0, 1 + (number % 700))).toISOString().slice(0, 10)
