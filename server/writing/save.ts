import type { Node } from 'prosemirror-model'
import type { Parsed } from './block.ts'
import { InvalidDocumentError, NotReadBackError } from './errors.ts'
import { is } from './schema.ts'
import { OverlappingEdits, withUnixLineEnds } from './source-text.ts'
import { type Effort, editsFor, efforts } from './sync.ts'
import type { Format } from './writer.ts'

/** A top-level block of the file by its number, or a new or changed one. */
export type WantedBlock = number | Node

/** Throws `NotReadBackError` when no text is read as these blocks, and `InvalidDocumentError` for a number that is none of a block. */
export function save<P extends Parsed>(content: string, format: Format<P>, wanted: readonly WantedBlock[]): string {
  const file = withUnixLineEnds(content)
  const base = format.parse(file.text)
  const now = normalized(base, format, wanted)
  if (sameNodes(nodesOf(base), now)) return content
  const expected = asRead(now)
  const writer = format.createWriter(base)
  for (const effort of efforts) {
    const saved = attempt(effort)
    if (saved !== undefined) return saved
  }
  throw new NotReadBackError()

  /** Source that was edited, or is of another post, is written as it is, also where this format reads it as something else. */
  function asRead(nodes: readonly Node[]): Node[] {
    const old = new Set(nodesOf(base))
    const isNewSource = (node: Node) => is(node, 'source_block') && !old.has(node)
    return nodes.flatMap((node) => (isNewSource(node) ? nodesOf(format.parse(String(node.attrs.text))) : [node]))
  }

  function attempt(effort: Effort): string | undefined {
    try {
      const saved = file.apply(editsFor(base, now, writer, effort))
      return sameNodes(nodesOf(format.parse(withUnixLineEnds(saved).text)), expected) ? saved : undefined
    } catch (error) {
      if (error instanceof OverlappingEdits) return undefined
      throw error
    }
  }
}

const nodesOf = ({ blocks }: Parsed): Node[] => blocks.map(({ node }) => node)

const sameNodes = (one: readonly Node[], other: readonly Node[]): boolean =>
  one.length === other.length &&
  one.every((node, index) => node === other[index] || (other[index] && node.eq(other[index])))

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
