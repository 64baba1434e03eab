import type { Node } from 'prosemirror-model'
import type { Block, Parsed } from '#server/text/blocks/block.ts'
import type { Format } from '#server/text/blocks/format.ts'
import { is } from '#server/text/blocks/schema.ts'
import { OverlappingEdits, withUnixLineEnds } from '#server/text/blocks/source-text.ts'
import { isRenderable } from '#server/text/scan/nesting-limit.ts'
import { InvalidDocumentError, NotReadBackError } from './errors.ts'
import { withoutNewSource } from './plain-source.ts'
import { type Effort, editsFor, efforts } from './sync.ts'

/** A top-level block of the file by its number, or a new or changed one. */
export type WantedBlock = number | Node

/** Throws `NotReadBackError` when no text is read as these blocks, and `InvalidDocumentError` for a number that is none of a block. */
export function save<P extends Parsed>(content: string, format: Format<P>, wanted: readonly WantedBlock[]): string {
  const saved = saveOrNothing(content, format, wanted)
  if (!saved) throw new NotReadBackError(undefined, inexpressible(content, format, wanted))
  return saved.content
}

/** `asText`: the kinds of new source that became visible text, because the format would not read them as one piece. */
export type Saved = { content: string; asText: readonly SourceName[] }
type SourceName = 'source_inline' | 'source_block'

/** The same; `undefined` when no text is read as these blocks. */
export function saveOrNothing<P extends Parsed>(
  content: string,
  format: Format<P>,
  wanted: readonly WantedBlock[],
): Saved | undefined {
  const file = withUnixLineEnds(content)
  const read = format.parse(file.text)
  const blocks = normalized(read, format, wanted)
  if (sameNodes(nodesOf(read), blocks)) return { content, asText: [] }
  const { base, nodes: now } = format.resolve?.(read, blocks) ?? { base: read, nodes: blocks }
  const writer = format.createWriter(base)
  let nodes = now
  for (const asText of [[], ['source_inline'], ['source_inline', 'source_block']] as const) {
    const name = asText.at(-1)
    if (name) nodes = normalized(base, format, withoutNewSource(name, nodes, nodesOf(base)))
    const text = written(nodes)
    if (text !== undefined) return { content: text, asText }
  }
  return undefined

  function written(nodes: readonly Node[]): string | undefined {
    const grouped = format.group?.(base, nodes) ?? { blocks: base.blocks, nodes }
    for (const effort of efforts) {
      const text = attempt(grouped, effort)
      if (text === undefined || !isRenderable(format.rendersAs, text)) continue
      if (sameNodes(nodesOf(format.parse(withUnixLineEnds(text).text)), asRead(nodes))) return text
    }
    return undefined
  }

  /** Source that was edited, or is of another post, is written as it is, also where this format reads it as something else. */
  function asRead(nodes: readonly Node[]): Node[] {
    const old = nodesOf(base)
    const isNewSource = (node: Node) => is(node, 'source_block') && !old.some((one) => one.eq(node))
    return nodes.flatMap((node) => (isNewSource(node) ? nodesOf(format.parse(String(node.attrs.text))) : [node]))
  }

  function attempt({ blocks, nodes }: Grouped, effort: Effort): string | undefined {
    try {
      return file.apply(editsFor({ text: base.text, blocks }, nodes, writer, effort))
    } catch (error) {
      if (error instanceof OverlappingEdits) return undefined
      throw error
    }
  }
}

/** The index of the first new block that cannot be written alone either. */
function inexpressible<P extends Parsed>(
  content: string,
  format: Format<P>,
  wanted: readonly WantedBlock[],
): number | undefined {
  if (content.trim() === '' && wanted.length === 1) return 0
  const index = wanted.findIndex((node) => typeof node !== 'number' && !canSave(format, node))
  return index === -1 ? undefined : index
}

/** Whether the block can be written alone. */
export const canSave = <P extends Parsed>(format: Format<P>, node: Node): boolean =>
  saveOrNothing('', format, [node]) !== undefined

/** Whether the file has a block like this one, which stays as it is then. */
export const isInFile = <P extends Parsed>(content: string, format: Format<P>, node: Node): boolean =>
  format.parse(withUnixLineEnds(content).text).blocks.some((block) => block.node.eq(node))

type Grouped = { blocks: readonly Block[]; nodes: readonly Node[] }

const nodesOf = ({ blocks }: Parsed): Node[] => blocks.map(({ node }) => node)

const sameNodes = (a: readonly Node[], b: readonly Node[]): boolean =>
  a.length === b.length && a.every((node, index) => node === b[index] || (b[index] && node.eq(b[index])))

/** Blocks of the file stay as they are, also when they are sent in full. */
function normalized<P extends Parsed>({ blocks }: P, format: Format<P>, wanted: readonly WantedBlock[]): Node[] {
  const nodes = wanted.map((one) => {
    const node = typeof one === 'number' ? blocks[one]?.node : one
    if (!node) throw new InvalidDocumentError('The text has changed: open it again.')
    return node
  })
  const unchanged = new Set(blocks.map(({ node }) => node))
  const known = nodes.map((node) =>
    unchanged.has(node) ? node : (blocks.find((block) => block.node.eq(node))?.node ?? node),
  )
  if (known.every((node, index) => node === blocks[index]?.node) && known.length === blocks.length) return known
  return format.normalize(
    known,
    blocks.map(({ node }) => node),
  )
}
