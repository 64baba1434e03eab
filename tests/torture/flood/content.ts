import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commitAll } from '#tests/git/checkout.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { png } from '#tests/media/inputs.ts'
import { createRandom } from '#tests/torture/random.ts'

const WORDS = Array.from({ length: 2_000 }, (_, n) => `w${(n * 7919).toString(36)}ord`)
/** The words that a search can find. */
export const wordAt = (n: number): string => WORDS[n % WORDS.length] ?? ''

export type FloodContent = { posts: number; terms: number; words: number }

/** Writes the content of a site to flood, in a git checkout: `plan` is a draft, `photo` has an image of its own. */
export async function writeFloodContent(folder: string, content: FloodContent): Promise<void> {
  const files = { ...smallContent, ...postFiles(content), 'posts/photo/photo.png': Buffer.from(png(600, 400)) }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'content', path)), { recursive: true })
    await Bun.write(join(folder, 'content', path), text)
  }
  await commitAll(folder)
}

/** Posts with as many words, each with one of so many tags. */
function postFiles({ posts, terms, words }: FloodContent): Record<string, string> {
  const random = createRandom(1)
  const text = () =>
    Array.from({ length: Math.ceil(words / 100) }, () =>
      Array.from({ length: 100 }, () => wordAt(random.below(WORDS.length))).join(' '),
    ).join('\n\n')
  const files: Record<string, string> = {
    'posts/plan.md': aPost({ title: 'A plan', draft: true, body: text() }),
    'posts/photo/index.md': aPost({ title: 'A photo', body: '![A photo](photo.png)' }),
  }
  for (let n = 0; n < terms; n++) files[`tags/tag-${n}.yml`] = `name: Tag ${n}\n`
  for (let n = 0; n < posts; n++) {
    const date = new Date(Date.UTC(2026, 0, 2) - n * 3_600_000).toISOString()
    files[`posts/post-${n}.md`] = aPost({ title: `Post ${n}`, date, tags: [`tag-${n % terms}`], body: text() })
  }
  return files
}
