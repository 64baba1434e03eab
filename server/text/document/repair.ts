import type { Node } from 'prosemirror-model'
import type { Parsed } from '#server/text/blocks/block.ts'
import type { Format } from '#server/text/blocks/format.ts'
import { childrenOf, createNode, is } from '#server/text/blocks/schema.ts'
import { NotReadBackError } from './errors.ts'
import { nearestForms } from './nearest-forms.ts'
import { canSave, isInFile, type Saved, saveOrNothing, type WantedBlock } from './save.ts'

type Changed = { index: number; node: Node }
export type Repaired = Saved & { repairs: ReadonlyMap<number, Node> }

/**
 * As `save`, but a block that cannot be written so that it is read back is written in the nearest form that can. `repairs`: these
 * forms, by the index of the block. Other blocks keep their bytes. Throws `InvalidDocumentError`, and `NotReadBackError` when no
 * form of the changed blocks can be written at their places.
 */
export function saveRepaired<P extends Parsed>(
  content: string,
  format: Format<P>,
  wanted: readonly WantedBlock[],
): Repaired {
  const saved = saveOrNothing(content, format, wanted)
  if (saved) return { ...saved, repairs: new Map() }
  const changed = wanted.flatMap((node, index): Changed[] =>
    typeof node === 'number' || isInFile(content, format, node) ? [] : [{ index, node }],
  )
  const expressible = changed.map(({ index, node }) => ({ index, node: repairedAlone(format, node) }))
  const written = attempt(expressible) ?? oneInAnotherForm(expressible) ?? fewInPlainForm(expressible)
  if (!written) throw new NotReadBackError()
  return written

  function attempt(forms: readonly Changed[]): Repaired | undefined {
    const blocks = [...wanted]
    for (const { index, node } of forms) blocks[index] = node
    const saved = saveOrNothing(content, format, blocks)
    const repairs = forms.filter(({ index, node }) => node !== wanted[index])
    return saved && { ...saved, repairs: new Map(repairs.map(({ index, node }) => [index, node])) }
  }

  /** A block that can be written alone, but not beside the others. */
  function oneInAnotherForm(forms: readonly Changed[]): Repaired | undefined {
    for (const [at, { index, node }] of forms.entries())
      for (const form of nearestForms(format, node)) {
        const found = attempt(forms.with(at, { index, node: form }))
        if (found) return found
      }
    return undefined
  }

  /** As few blocks as possible as paragraphs. */
  function fewInPlainForm(forms: readonly Changed[]): Repaired | undefined {
    let plain = forms.map(({ index, node }) => ({ index, node: nearestForms(format, node).at(-1) ?? node }))
    let found = attempt(plain)
    for (const [at, form] of found ? forms.entries() : []) {
      const fewer = plain.with(at, form)
      const written = attempt(fewer)
      if (!written) continue
      plain = fewer
      found = written
    }
    return found
  }
}

/** The same block if it can be written. In a container, only what cannot is repaired. */
function repairedAlone<P extends Parsed>(format: Format<P>, node: Node): Node {
  if (canSave(format, node)) return node
  const inner = isContainer(node) && repairedInside(format, node)
  const forms = inner ? [inner, ...nearestForms(format, node)] : nearestForms(format, node)
  return forms.find((form) => canSave(format, form)) ?? createNode('paragraph')
}

const isContainer = (node: Node): boolean =>
  is(node, 'blockquote', 'callout', 'bullet_list', 'ordered_list', 'list_item', 'footnote_definition')

const repairedInside = <P extends Parsed>(format: Format<P>, node: Node): Node =>
  node.type.create(
    node.attrs,
    childrenOf(node).map((child) =>
      is(child, 'list_item') ? repairedInside(format, child) : repairedAlone(format, child),
    ),
  )
