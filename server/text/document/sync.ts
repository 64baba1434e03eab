import type { Node } from 'prosemirror-model'
import type { Block } from '#server/text/blocks/block.ts'
import type { Place, Writer } from '#server/text/blocks/format.ts'
import { editInline } from '#server/text/blocks/inline-edit.ts'
import { itemsOf } from '#server/text/blocks/inline-items.ts'
import { childrenOf, is } from '#server/text/blocks/schema.ts'
import { applyDisjoint, type Edit } from '#server/text/blocks/source-text.ts'
import { align, type Step } from './align.ts'

/** What is tried one after the other until the file is read as wanted. */
export const efforts = ['sparing', 'strict', 'whole'] as const
export type Effort = (typeof efforts)[number]

/** The edits that make `base` be read as `now`, if the effort suffices. */
export function editsFor(
  base: Readonly<{ text: string; blocks: readonly Block[] }>,
  now: readonly Node[],
  writer: Writer,
  effort: Effort,
): Edit[] {
  const edits: Edit[] = []
  const strict = effort !== 'sparing'
  const { text } = base

  function sync(parent: Block | null, old: readonly Block[], nodes: readonly Node[], prefix: string, now?: Node): void {
    const steps = align(
      old.map(({ node }) => node),
      nodes,
    )
    for (const { kind, ...step } of steps) {
      if (kind === 'patch')
        patch(at(old, 'old' in step ? step.old : 0), 'node' in step ? step.node : at(nodes, 0), parent, prefix)
    }
    for (const run of runsOf(steps, old)) replaceRun(run, parent, prefix)
    const [first] = steps.filter((step) => step.kind !== 'delete')
    if (now && (first?.kind === 'keep' || first?.kind === 'patch'))
      edits.push(...writer.editFirstChild(at(old, first.old), now))
    if (strict) separate(steps, old, parent, prefix)
  }

  /** Replaces blocks that go by blocks that come. */
  function replaceRun({ deleted, inserted, previous, next }: Run, parent: Block | null, prefix: string): void {
    const [first] = inserted
    const [gone] = deleted
    if (!first) {
      remove(deleted, previous, next, parent, prefix)
      return
    }
    const separator = withPrefix(writer.separator(parent, first), prefix)
    const written = writeAll(inserted, deleted, { parent, previous, next, strict }, prefix).join(separator)
    const last = deleted.at(-1)
    if (gone && last && !writer.hasTagsBetween) {
      const before = previous && strict && !writer.separates(text.slice(previous.to, gone.from), parent)
      const after = next && strict && !writer.separates(text.slice(last.to, next.from), parent)
      const insert = (before ? separator : '') + written + (after ? separator : '')
      edits.push({ from: before ? previous.to : gone.from, to: after ? next.from : last.to, insert })
    } else if (gone) {
      edits.push({ ...outerOf(gone), insert: written })
      removeEach(deleted.slice(1))
    } else if (previous) {
      const separated = !next || writer.separates(text.slice(previous.to, next.from), parent)
      const insert = separator + written + (separated ? '' : separator)
      const from = outerOf(previous).to
      edits.push({ from, to: separated ? from : next.from, insert })
    } else {
      const start = next ? outerOf(next).from : 0
      edits.push({ from: start, to: start, insert: next ? written + separator : written })
    }
  }

  /** A block that moved keeps its bytes. */
  function writeAll(nodes: readonly Node[], deleted: readonly Block[], place: Place, prefix: string): string[] {
    const written = writer.writeBlocks(nodes, place)
    return nodes.map((node, index) => {
      // Numbers count on, and indented code after a list would be a part of it.
      const isBound = is(place.parent?.node, 'ordered_list') || (strict && is(node, 'code_block'))
      const moved = isBound ? undefined : movable(node, deleted, place.parent)
      return moved && canMove(moved)
        ? text.slice(outerOf(moved).from, outerOf(moved).to)
        : withPrefix(written[index] ?? '', prefix)
    })
  }

  /** In HTML, text without a tag around it would continue other text. */
  const canMove = ({ from }: Block) => !strict || !writer.hasTagsBetween || text[from] === '<'

  const movable = (node: Node, deleted: readonly Block[], parent: Block | null): Block | undefined =>
    [...deleted, ...(parent ? (parent.children ?? []) : base.blocks)].find(
      (block) => block.node === node || block.node.eq(node),
    )

  function remove(
    deleted: readonly Block[],
    previous: Block | undefined,
    next: Block | undefined,
    parent: Block | null,
    prefix: string,
  ): void {
    const first = deleted[0]
    const last = deleted.at(-1)
    if (!first || !last) return
    if (writer.hasTagsBetween) {
      removeEach(deleted)
      if (isLoose(previous) && isLoose(next)) enclose(next)
      return
    }
    if (!previous || !next) {
      edits.push({ from: previous?.to ?? first.from, to: next?.from ?? last.to, insert: '' })
      return
    }
    const before = text.slice(previous.to, first.from)
    const after = text.slice(last.to, next.from)
    const longer = after.length >= before.length ? after : before
    const separator =
      strict && !writer.separates(longer, parent) ? withPrefix(writer.separator(parent, next.node), prefix) : longer
    edits.push({ from: previous.to, to: next.from, insert: separator })
  }

  /** Text without a tag would continue the text before. */
  function enclose({ node, from, to }: Block): void {
    const [open = '', close = ''] = writer.writeTextBlock(node, '\n').split('\n')
    edits.push({ from, to: from, insert: open }, { from: to, to, insert: close })
  }

  /** Removes blocks with their lines, and nothing between them. */
  function removeEach(deleted: readonly Block[]): void {
    for (const { from, to } of deleted.map(outerOf)) {
      const before = text.slice(Math.max(0, from - 100), from)
      const blankLines = /(?:^|\n)[ \t]*\n[ \t]*$/.test(before)
      const after = (blankLines ? /^[ \t]*\n(?:[ \t]*\n)*/ : /^[ \t]*\n/).exec(text.slice(to, to + 1000))?.[0] ?? ''
      const alone = /(?:^|\n)[ \t]*$/.test(before)
      edits.push({ from, to: alone ? to + after.length : to, insert: '' })
    }
  }

  /** Puts a blank line between changed blocks and their neighbors where there is none. */
  function separate(steps: readonly Step[], old: readonly Block[], parent: Block | null, prefix: string): void {
    steps.forEach((step, index) => {
      const next = steps[index + 1]
      if (!next || step.kind === 'insert' || step.kind === 'delete' || next.kind === 'insert' || next.kind === 'delete')
        return
      if (step.kind === 'keep' && next.kind === 'keep') return
      const one = at(old, step.old)
      const other = at(old, next.old)
      if (writer.separates(text.slice(one.to, other.from), parent)) return
      edits.push({ from: one.to, to: other.from, insert: withPrefix(writer.separator(parent, other.node), prefix) })
    })
  }

  function patch(block: Block, node: Node, parent: Block | null, prefix: string): void {
    if (block.node.eq(node)) return
    const attributes = block.node.type === node.type ? writer.editAttributes(block, node) : undefined
    const hasFiller = block.filler || block.children?.some(({ filler }) => filler)
    if (effort === 'whole' || !attributes || hasFiller || isBareHeading(block)) rewrite(block, node, parent, prefix)
    else if (!(block.text ? patchText(block, node, prefix) : patchContent(block, node, prefix)))
      rewrite(block, node, parent, prefix)
    else edits.push(...attributes)
  }

  /** `##` without a blank, which text needs. */
  const isBareHeading = ({ node, text: read }: Block) =>
    !writer.hasTagsBetween && is(node, 'heading') && read?.source.text === ''

  /** Returns false when it cannot. */
  function patchContent(block: Block, node: Node, prefix: string): boolean {
    if (is(node, 'table')) patchRows(block, node, prefix)
    else if (is(node, 'table_row')) patchCells(block, node, prefix)
    else if (block.children) sync(block, block.children, childrenOf(node), prefix + (block.inside ?? ''), node)
    else if (block.code?.text && block.code.text === block.node.textContent)
      edits.push(codeEdit(block, block.code.text, node, prefix))
    else return false
    return true
  }

  /** Returns false when it cannot. */
  function patchText(block: Block, node: Node, prefix: string): boolean {
    const edit = block.text && editInline(block.text, itemsOf(node), writer.inlineFormat(block, node), strict)
    if (!edit || !block.text) return false
    const { at: offsets } = block.text.source
    if (edit.from !== edit.to || edit.insert !== '') {
      const from = offsets[edit.from] ?? 0
      const inserted = withPrefix(edit.insert, prefix)
      edits.push({ from, to: offsets[edit.to] ?? 0, insert: isTightCell(block, from) ? `${inserted} ` : inserted })
    }
    return true
  }

  /** An empty cell of a Markdown table with one blank, which text would leave on its left side. */
  const isTightCell = ({ node, text: read }: Block, from: number) =>
    is(node, 'table_cell', 'table_header') && read?.source.text === '' && text.slice(from - 1, from + 1) === ' |'

  /** The line below the header belongs to neither row. */
  function patchRows(block: Block, node: Node, prefix: string): void {
    const [header, ...rows] = block.children ?? []
    const [newHeader, ...newRows] = childrenOf(node)
    if (!header || !newHeader) return
    patch(header, newHeader, block, prefix)
    // In HTML there is none.
    const delimiter: Block = { node: newHeader, from: header.from, to: block.attribute?.to ?? header.to }
    sync(block, [delimiter, ...rows], [newHeader, ...newRows], prefix)
  }

  function patchCells(block: Block, node: Node, prefix: string): void {
    childrenOf(node).forEach((cell, index) => {
      const old = block.children?.[index]
      if (old) patch(old, cell, block, prefix)
    })
  }

  function codeEdit(block: Block, old: string, node: Node, prefix: string): Edit {
    const now = node.textContent
    const shorter = Math.min(old.length, now.length)
    let start = 0
    while (start < shorter && old[start] === now[start]) start++
    let end = 0
    while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++
    let added = now.slice(start, now.length - end)
    // New lines go before a line break, so that no blank line gets an indent.
    if (start + end === old.length && old[start - 1] === '\n' && added.endsWith('\n')) {
      start--
      end++
      added = `\n${added.slice(0, -1)}`
    }
    const insert = writer.writeCode(added)
    const offset = (index: number) => block.code?.at[index] ?? 0
    return {
      from: offset(start),
      to: offset(old.length - end),
      insert: withPrefix(insert, prefix + (block.inside ?? '')),
    }
  }

  function rewrite(block: Block, node: Node, parent: Block | null, prefix: string): void {
    const place = { parent, replaced: block, strict }
    const written = rewrittenText(block, node) ?? writer.writeBlocks([node], place)[0] ?? ''
    edits.push({ from: block.from, to: block.to, insert: withPrefix(written, prefix) })
  }

  /** A paragraph that became a heading keeps the source of its text. */
  function rewrittenText(block: Block, node: Node): string | undefined {
    if (effort === 'whole' || !block.text || !node.isTextblock || node.type.spec.code) return undefined
    if (block.node.type === node.type && strict) return undefined
    const format = writer.inlineFormat({ ...block, node }, node)
    const edit = editInline(block.text, itemsOf(node), format, strict)
    return edit && writer.writeTextBlock(node, applyDisjoint(block.text.source.text, [edit]))
  }

  sync(null, base.blocks, now, '')
  return edits
}

const outerOf = ({ from, to, outer }: Block) => outer ?? { from, to }

/** In HTML, text outside of elements. */
const isLoose = (block: Block | undefined): block is Block => block?.text !== undefined && !block.tagNames

/** Neighboring blocks that go, and those that come in their place. */
type Run = { deleted: Block[]; inserted: Node[]; previous: Block | undefined; next: Block | undefined }

function runsOf(steps: readonly Step[], old: readonly Block[]): Run[] {
  const runs: Run[] = []
  let run: Run = { deleted: [], inserted: [], previous: undefined, next: undefined }
  const isEmpty = () => run.deleted.length === 0 && run.inserted.length === 0
  for (const step of steps) {
    if (step.kind === 'delete') run.deleted.push(at(old, step.old))
    else if (step.kind === 'insert') run.inserted.push(step.node)
    else {
      if (!isEmpty()) runs.push({ ...run, next: at(old, step.old) })
      run = { deleted: [], inserted: [], previous: at(old, step.old), next: undefined }
    }
  }
  return isEmpty() ? runs : [...runs, run]
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new RangeError('The list has no such place.')
  return found
}

/** The last line has the whole prefix, because text follows it. */
const withPrefix = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line, index, { length }) => {
      if (index === 0) return line
      return line === '' && index < length - 1 ? prefix.trimEnd() : prefix + line
    })
    .join('\n')
