import type { BlockJson } from '#contract/document.ts'
import type { seeded } from '#tests/helpers/seeded.ts'

type Random = ReturnType<typeof seeded>
type Mark = NonNullable<BlockJson['marks']>[number]

const TYPED = ['x', ' ', '*', '_', '. ', '🎉', 'new words', '[a](b)', '|', '\\', '<b>', '`', '&amp;', 'パン', '\u00a0']
const MARKS: readonly Mark[] = [
  ...['strong', 'em', 'strike', 'code'].map((type) => ({ type })),
  { type: 'link', attrs: { href: '/new', title: null } },
]

/** Types, deletes, or changes the formatting in one text of the blocks. Returns the block of the top level that it is in. */
export function randomEdit(random: Random, blocks: readonly BlockJson[]): { index: number; changed: BlockJson } {
  const index = random.below(blocks.length)
  const changed = structuredClone(blocks[index] ?? { type: 'paragraph' })
  const texts = textBlocks(changed)
  if (texts.length === 0) return { index, changed }
  const block = random.pick(texts)
  block.content = joined(editCharacters(random, charactersOf(block.content ?? [])))
  return { index, changed }
}

/** Those with at least one character or leaf. */
const textBlocks = (block: BlockJson): BlockJson[] =>
  ['paragraph', 'heading', 'table_cell', 'table_header'].includes(block.type)
    ? block.content?.length
      ? [block]
      : []
    : (block.content ?? []).flatMap(textBlocks)

const charactersOf = (content: readonly BlockJson[]): BlockJson[] =>
  content.flatMap((node) => (node.text === undefined ? [node] : [...node.text].map((text) => ({ ...node, text }))))

function editCharacters(random: Random, characters: BlockJson[]): BlockJson[] {
  const from = random.below(characters.length)
  const to = from + 1 + random.below(characters.length - from)
  const kind = random.below(10)
  if (kind < 3) return characters.toSpliced(from, 0, { ...characters[from], type: 'text', text: random.pick(TYPED) })
  if (kind < 5 && to - from < characters.length) return characters.toSpliced(from, to - from)
  const mark = random.pick(MARKS)
  const isAdded = random.below(3) > 0
  return characters.map((node, at) => (at < from || at >= to ? node : withMark(node, mark, isAdded)))
}

function withMark({ marks = [], ...node }: BlockJson, mark: Mark, isAdded: boolean): BlockJson {
  const others = marks.filter(({ type }) => type !== mark.type)
  const all = isAdded && !(mark.type === 'code' && node.text === undefined) ? [...others, mark] : others
  return { ...node, ...(all.length > 0 && { marks: all }) }
}

function joined(characters: readonly BlockJson[]): BlockJson[] {
  const nodes: BlockJson[] = []
  for (const { attrs, ...node } of characters) {
    const last = nodes.at(-1)
    const isSame = JSON.stringify(last?.marks) === JSON.stringify(node.marks)
    if (last?.text !== undefined && node.text !== undefined && isSame) last.text += node.text
    else nodes.push({ ...node, ...(attrs && node.text === undefined && { attrs }) })
  }
  return nodes
}
