import type { Node } from 'prosemirror-model'
import type { BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { useLoadedOnce } from '#client/admin/shared/data.tsx'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { readDocument } from '#client/api/writing.ts'
import { documentFrom, plainTextOf } from '#contract/stored-document.ts'
import type { Block, TextDocument, WrittenText } from '#contract/writing.ts'

/** Loads the blocks of the text that the editor was opened with. */
export function useDocument({ format, content, folder, newer }: OpenedText) {
  return useLoadedOnce(async () => {
    const { blocks, lines, images } = await readDocument(format, content, folder)
    // Editing nothing would replace the text.
    if (blocks.length === 0 && content.trim() !== '') throw new Error('Edit its source instead.')
    const opened = newer && documentFrom(schema, newer)
    const lost = newer && !opened ? plainTextOf(newer) : undefined
    return { doc: toDocument(blocks), newer: opened, lost, text: { content, lines }, images }
  })
}

type OpenedText = Pick<BodyEditorProps, 'format' | 'content' | 'folder' | 'newer'>

export type LoadedDocument = {
  /** That of the text. */
  doc: Node
  /** What is shown in its place. */
  newer: Node | undefined
  /** What can be read of a newer one that cannot be opened. */
  lost: string | undefined
  text: WrittenText
  images: TextDocument['images']
}

/** A document of blocks. Throws for blocks that the schema does not know. */
export function toDocument(blocks: readonly Block[]): Node {
  const nodes = blocks.map((block) => schema.nodeFromJSON(block))
  const doc = schema.nodes.doc.create(null, nodes.length > 0 ? nodes : [schema.nodes.paragraph.create()])
  doc.check()
  return doc
}
