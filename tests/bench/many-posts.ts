import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const sentence =
  'Count the crates before the van leaves, write the number down, and let the next shift read it without asking. '

/** Creates a content folder with this many posts of about 4 kB, half Markdown, half HTML. Returns its path. */
export async function manyPosts(count: number): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'palletry-bench-content-'))
  await cp('content', dir, { recursive: true })
  const posts = join(dir, 'posts')
  await mkdir(posts, { recursive: true })
  const category = (await readdir(join(dir, 'categories')))[0]?.replace(/\.yml$/, '') ?? ''
  const tags = (await readdir(join(dir, 'tags'))).slice(0, 3).map((file) => file.replace(/\.yml$/, ''))
  for (let number = 0; number < count; number++)
    await writeFile(join(posts, fileName(number)), post(number, category, tags))
  return dir
}

const fileName = (number: number) => `bench-${String(number).padStart(5, '0')}.${number % 2 ? 'md' : 'html'}`

function post(number: number, category: string, tags: string[]): string {
  const day = new Date(Date.UTC(2024, 0, 1 + (number % 700))).toISOString().slice(0, 10)
  const head = `title: Bench post ${number}\nsummary: <p>What ${number % 4 ? 'number' : '<em>number</em>'} ${number} is about.</p>\ncategory: ${category}\ntags: [${tags.join(', ')}]\ndate: ${day}`
  const paragraphs = Array.from({ length: 8 }, () => sentence.repeat(4))
  const body =
    number % 2
      ? paragraphs.map((text) => `## A heading\n\n${text}\n`).join('\n')
      : paragraphs.map((text) => `<h2>A heading</h2><p>${text}</p>`).join('\n')
  return `---\n${head}\n---\n${body}\n`
}
