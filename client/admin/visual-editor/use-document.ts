import type { Node } from 'prosemirror-model'
import { useCallback } from 'react'
import { useLoaded } from '#client/admin/shared/use-loaded.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { readDocument } from '#client/api/writing.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { Block, TextDocument, WrittenText } from '#contract/writing.ts'

/** Loads the blocks of the text that the editor was opened with. */
export function useDocument(format: PostFormat, content: string, folder: string | undefined) {
  const load = useCallback(async () => {
    const { blocks, lines, images } = await readDocument(format, content, folder)
    // Editing nothing would replace the text.
    if (blocks.length === 0 && content.trim() !== '') throw new Error('Edit its source instead.')
    return { doc: toDocument(blocks), text: { content, lines }, images }
  }, [format, content, folder])
  return useLoaded(load)
}

export type LoadedDocument = { doc: Node; text: WrittenText; images: TextDocument['images'] }

/** A document of blocks. Throws for blocks that the schema does not know. */
export function toDocument(blocks: readonly Block[]): Node {
  const nodes = blocks.map((block) => schema.nodeFromJSON(block))
  const doc = schema.nodes.doc.create(null, nodes.length > 0 ? nodes : [schema.nodes.paragraph.create()])
  doc.check()
  return doc
}
