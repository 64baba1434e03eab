import type { EditorView } from 'prosemirror-view'
import type { RefObject } from 'react'
import type { BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import type { DocumentExchange } from '#client/admin/visual-editor/commands/document-exchange.ts'
import { withBlocksOf } from '#client/admin/visual-editor/commands/replace-blocks.ts'
import { readDocument } from '#client/api/writing.ts'
import { DOCUMENT_VERSION, type StoredDocument } from '#contract/stored-document.ts'
import { toDocument } from './use-document.ts'

/** What is shown, while it has no text. */
export const storedDocument = (exchange: DocumentExchange): StoredDocument | undefined =>
  exchange.hasPending()
    ? { version: DOCUMENT_VERSION, blocks: exchange.document().children.map((block) => block.toJSON()) }
    : undefined

type Shown = { view: EditorView; exchange: DocumentExchange; props: RefObject<BodyEditorProps> }

/** Shows another text in place of `from`. Resolves with false if another one is shown by now. */
export async function replaceText({ view, exchange, props }: Shown, content: string, from: string): Promise<boolean> {
  const { format, folder } = props.current
  const { blocks, lines } = await readDocument(format, content, folder)
  if (view.isDestroyed || exchange.hasPending() || exchange.base().content !== from) return false
  view.dispatch(withBlocksOf(view.state, toDocument(blocks)))
  exchange.replaced({ content, lines }, view.state.doc)
  return true
}
