import type { Node } from 'prosemirror-model'
import type { Block, WrittenText } from '#contract/writing.ts'

/** Typing has paused after this long. */
export const PAUSE_MS = 400
/** A request that failed for a reason that may pass is sent again after this long. */
const RETRY_MS = 5_000

export type DocumentExchangeOptions = {
  /** The text with the lines of its blocks, and the document that the server read from it. */
  text: WrittenText
  doc: Node
  write: (content: string, blocks: readonly (number | Block)[]) => Promise<WrittenText>
  onChange: (content: string) => void
  onFailure: (error: unknown) => void
  onRecovery: () => void
  /** Shows blocks as the server has read them again. Returns the newest document. */
  showReread?: (reread: ReadonlyMap<Node, Node>) => Node
  /** Blocks were written in the nearest form that the format has: what was left out, in words. */
  onRepaired?: (messages: readonly string[]) => void
  /** Whether the same request may succeed later. */
  isTransient?: (error: unknown) => boolean
}
export type DocumentExchange = ReturnType<typeof createDocumentExchange>

/**
 * Turns the edited document into text after each pause, one request at a time. The text that was written is the base of the next
 * request; blocks of the document need no ids, because ProseMirror keeps the node objects of what is not edited.
 */
export function createDocumentExchange(options: DocumentExchangeOptions) {
  const { write, onChange, onFailure, onRecovery, showReread, onRepaired, isTransient = () => false } = options
  let base = { ...options.text, blocks: options.doc.children }
  let current = options.doc
  /** The document that `base.content` is the text of. */
  let written = options.doc
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let hasFailed = false
  let isStopped = false

  function changed(doc: Node): void {
    current = doc
    schedule(PAUSE_MS)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(sendInBackground, ms)
  }

  function sendInBackground(): void {
    if (running) return // continues with later changes
    send().then(
      () => current !== written && schedule(PAUSE_MS),
      (error) => isTransient(error) && schedule(RETRY_MS),
    )
  }

  function send(): Promise<void> {
    running ??= exchange().finally(() => {
      running = undefined
    })
    return running
  }

  async function exchange(): Promise<void> {
    const doc = current
    const blocks = doc.children.filter((block) => !isBlankParagraph(block))
    try {
      if (!isEqual(base.blocks, blocks)) {
        const before = base.content
        const text = await write(before, blocksToSend(base.blocks, blocks))
        // Another editor shows another text by now.
        if (isStopped) return
        // The server leaves out blocks that are empty inside, too. Then their indexes are unknown here.
        base = { ...text, blocks: text.lines.length === blocks.length ? blocks : [] }
        if (text.content !== before) onChange(text.content)
        if (text.reread) replaceBlocks(blocks, text.reread)
        if (text.repaired) onRepaired?.(text.repaired.map(({ message }) => message))
      }
      written = doc
      if (hasFailed) onRecovery()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      onFailure(error)
      throw error
    }
  }

  function replaceBlocks(sent: readonly Node[], reread: Record<string, Block>): void {
    const { schema } = options.doc.type
    const before = current.children
    const replaced = new Map<Node, Node>()
    sent.forEach((block, index) => {
      const json = reread[index]
      if (json) replaced.set(block, schema.nodeFromJSON(json))
    })
    const after = showReread?.(replaced).children ?? []
    // Blocks that were edited meanwhile are other nodes, and are sent again.
    before.forEach((block, index) => {
      const shown = after[index]
      if (shown && replaced.has(block)) replaced.set(block, shown)
    })
    base = { ...base, blocks: base.blocks.map((block) => replaced.get(block) ?? block) }
  }

  /** Resolves with the text of the newest document. Rejects if it cannot be converted. */
  async function flush(): Promise<string> {
    clearTimeout(timer)
    // The request under way may be of an older document. Its failure is reported already.
    await running?.catch(() => {})
    while (current !== written && !isStopped) await send()
    return base.content
  }

  /** The document is the one of another text now. */
  function replaced(text: WrittenText, doc: Node): void {
    clearTimeout(timer)
    const blocks = doc.children.filter((block) => !isBlankParagraph(block))
    base = { ...text, blocks: text.lines.length === blocks.length ? blocks : [] }
    current = doc
    written = doc
  }

  return {
    changed,
    replaced,
    flush,
    /** Whether the newest document has no text yet. */
    hasPending: () => current !== written,
    /** The newest document. */
    document: () => current,
    /** The newest text, and the blocks that it consists of with their lines. */
    base: () => base,
    /** Nothing is reported any more. */
    stop() {
      clearTimeout(timer)
      isStopped = true
    },
  }
}

/** Blocks that did not change as their index. Each index is sent once: a copy is a new block. */
export function blocksToSend(base: readonly Node[], blocks: readonly Node[]): (number | Block)[] {
  const indexes = new Map(base.map((block, index) => [block, index]))
  return blocks.map((block) => {
    const index = indexes.get(block)
    indexes.delete(block)
    return index ?? block.toJSON()
  })
}

/** An empty paragraph is a place for the cursor: it has no text form. */
export function isBlankParagraph(block: Node): boolean {
  if (block.type.name !== 'paragraph') return false
  return block.children.every((child) => child.type.name === 'hard_break' || (child.text ?? 'x').trim() === '')
}

const isEqual = (base: readonly Node[], blocks: readonly Node[]): boolean =>
  base.length === blocks.length && base.every((block, index) => block === blocks[index])
