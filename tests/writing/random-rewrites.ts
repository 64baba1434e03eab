import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { Transform } from 'prosemirror-transform'
import { withBlocksOf, withReread } from '#client/admin/visual-editor/commands/replace-blocks.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { removeFormatting } from '#client/admin/visual-editor/commands/unwritable-block.ts'
import { toDocument } from '#client/admin/visual-editor/use-document.ts'
import type { BlockJson } from '#contract/document.ts'
import type { seeded } from '#tests/helpers/seeded.ts'
import { aParagraph } from './blocks.ts'
import { dispatching, type VisualState } from './visual-state.ts'

type Random = ReturnType<typeof seeded>

/** Blocks are replaced by others, as the server and other people do. Returns what happened. */
export function randomRewrite(editor: VisualState, random: Random): string {
  const { doc } = editor.state()
  const index = random.below(doc.childCount)
  const block = doc.child(index)
  const [name, rewritten] = random.pick<[string, () => Transaction]>([
    ['merged word', () => withBlocksOf(editor.state(), withBlock(doc, index, [withWord(block, random)]))],
    ['merged block', () => withBlocksOf(editor.state(), withBlock(doc, index, [block, added(random)]))],
    ['merged deletion', () => withBlocksOf(editor.state(), withBlock(doc, index, []))],
    ['link read again', () => withReread(editor.state(), new Map([[block, linked(block, random)]]))],
    ['block read again', () => withReread(editor.state(), new Map([[block, withWord(block, random)]]))],
  ])
  editor.run(dispatching(rewritten))
  editor.state().doc.check()
  return name
}

/** What is offered for a block that cannot be written. “Show as source” replaces it in the same way, but needs a window. */
export function randomRepair(editor: VisualState, random: Random): string {
  const index = random.below(editor.doc().childCount)
  editor.run(dispatching((_, state) => removeFormatting(state, index)))
  return 'remove formatting'
}

function withBlock(doc: Node, index: number, blocks: readonly Node[]): Node {
  return doc.type.create(null, [...doc.children.slice(0, index), ...blocks, ...doc.children.slice(index + 1)])
}

const added = (random: Random): Node => toDocument([aParagraph(random.pick(['From Bob.', 'Another one.']))]).child(0)

/** The block with a word in one of its texts. */
function withWord(block: Node, random: Random): Node {
  const json: BlockJson = block.toJSON()
  const texts = textsIn(json)
  const one = texts.length > 0 ? random.pick(texts) : undefined
  if (one) one.text = random.below(2) === 0 ? `Bob ${one.text}` : `${one.text} Bob`
  return schema.nodeFromJSON(json)
}

const textsIn = (json: BlockJson): { text?: string }[] =>
  json.type === 'text' ? [json] : (json.content ?? []).flatMap((child) => textsIn(child))

/** The block with another link on all that can be one. */
function linked(block: Node, random: Random): Node {
  const { doc } = new Transform(schema.nodes.doc.create(null, block)).addMark(
    0,
    block.nodeSize,
    schema.marks.link.create({ href: random.pick(['/old', '/new']) }),
  )
  return doc.child(0)
}
