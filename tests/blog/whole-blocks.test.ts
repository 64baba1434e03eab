import { afterAll, expect, test } from 'bun:test'
import type { PostFormat } from '#contract/post-form.ts'
import type { PostSource, StalePost } from '#contract/posts.ts'
import { mergeTexts } from '#server/text/merge/merge3.ts'
import { withWholeBlocks } from '#server/text/merge/whole-blocks.ts'
import { createConverter } from '#server/writing/converter.ts'

const converter = createConverter({ idleMs: 100 })
afterAll(converter.close)
const blockLines = async (content: string, format: PostFormat) => (await converter.read(content, format)).lines

/** Merges two changes of a text, and widens their conflicts. */
async function conflictsOf(base: string, mine: string, theirs: string, format: PostFormat = 'md') {
  const { conflicts, context } = mergeTexts(base, mine, theirs)
  // Nothing else of it is read.
  const current = { format } as PostSource
  const fields = conflicts.map((one) => ({ field: 'content' as const, ...one }))
  const stale: StalePost = {
    message: '',
    base: current,
    current,
    merged: current,
    theirs: [],
    overlaps: fields,
    around: context,
  }
  const found = await withWholeBlocks(stale, format, blockLines)
  const all = (side: 'mine' | 'theirs') =>
    found.around.map((text, at) => text + (found.overlaps[at]?.[side] ?? '')).join('')
  // Each version of the whole text is the same as before.
  const before = (side: 'mine' | 'theirs') => context.map((text, at) => text + (conflicts[at]?.[side] ?? '')).join('')
  expect([all('mine'), all('theirs')]).toEqual([before('mine'), before('theirs')])
  return found
}
const list = (...items: string[]) => items.map((item) => `- ${item}\n`).join('')

test('a conflict in an item of a list becomes one of the whole list', async () => {
  const text = (item: string) => `Before.\n\n${list('Mix', item, 'Bake')}\nBehind.\n`
  const { overlaps, around } = await conflictsOf(text('Wait'), text('Rest'), text('Sleep'))
  expect(overlaps).toEqual([
    {
      field: 'content',
      base: list('Mix', 'Wait', 'Bake'),
      mine: list('Mix', 'Rest', 'Bake'),
      theirs: list('Mix', 'Sleep', 'Bake'),
      both: list('Mix', 'Sleep', 'Rest', 'Bake'),
    },
  ])
  expect(around).toEqual(['Before.\n\n', '\nBehind.\n'])
})

test('conflicts in one element become one conflict, and those of other blocks stay apart', async () => {
  const text = (one: string, two: string, three: string) =>
    `<ul>\n<li>${one}</li>\n<li>Knead</li>\n<li>${two}</li>\n</ul>\n<p>${three}</p>\n<p>Behind.</p>\n`
  const { overlaps, around } = await conflictsOf(text('a', 'b', 'c'), text('d', 'e', 'f'), text('g', 'h', 'i'), 'html')
  expect(overlaps.map(({ mine, both }) => [mine, both])).toEqual([
    [
      '<ul>\n<li>d</li>\n<li>Knead</li>\n<li>e</li>\n</ul>\n',
      '<ul>\n<li>g</li>\n<li>d</li>\n<li>Knead</li>\n<li>h</li>\n<li>e</li>\n</ul>\n',
    ],
    ['<p>f</p>\n', '<p>i</p>\n\n<p>f</p>\n'],
  ])
  expect(around).toEqual(['', '', '<p>Behind.</p>\n'])
})

test('conflicts of whole paragraphs stay as they are', async () => {
  const text = (one: string, two: string) => `# Bread\n\n${one}\n\nThe same.\n\n${two}\n`
  const { overlaps, around } = await conflictsOf(text('a', 'b'), text('c', 'd'), text('e', 'f'))
  expect(overlaps.map(({ mine, both }) => [mine, both])).toEqual([
    ['c\n', 'e\n\nc\n'],
    ['d\n', 'f\n\nd\n'],
  ])
  expect(around).toEqual(['# Bread\n\n', '\nThe same.\n\n', ''])
})

test('a conflict in a very long block stays a place in it', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at}\n`)
  const text = (line: string) => `\`\`\`\n${lines.with(30, `${line}\n`).join('')}\`\`\`\n`
  const { overlaps } = await conflictsOf(text('a'), text('b'), text('c'))
  expect(overlaps).toEqual([{ field: 'content', base: 'a\n', mine: 'b\n', theirs: 'c\n' }])
})

test('a blank line inside of a block of code is no place between two blocks', async () => {
  const text = (line: string) => `\`\`\`\nmix()\n\n${line}\n\`\`\`\n`
  const { overlaps } = await conflictsOf(text('wait()'), text('rest()'), text('sleep()'))
  expect(overlaps.map(({ mine }) => mine)).toEqual([text('rest()')])
})
