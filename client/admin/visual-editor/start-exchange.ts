import type { RefObject } from 'react'
import type { BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { asBlockError } from '#client/admin/visual-editor/commands/block-error.ts'
import {
  createDocumentExchange,
  type DocumentExchange,
  type DocumentExchangeOptions,
} from '#client/admin/visual-editor/commands/document-exchange.ts'
import { ApiError } from '#client/api/http.ts'
import { writeDocument } from '#client/api/writing.ts'
import type { LoadedDocument } from './use-document.ts'

/** Lets the server write the document as text. */
export function startExchange(
  document: LoadedDocument,
  props: RefObject<BodyEditorProps>,
  handlers: Pick<DocumentExchangeOptions, 'showReread' | 'onRepaired' | 'onFailure' | 'onRecovery'>,
): DocumentExchange {
  const { format } = props.current
  return createDocumentExchange({
    ...document,
    write: (base, blocks) =>
      writeDocument(format, base, blocks).catch((error) => {
        throw asBlockError(error, blocks)
      }),
    onChange: (text) => props.current.onChange(text),
    ...handlers,
    isTransient: (error) => error instanceof ApiError && (error.status === 0 || error.status >= 500),
  })
}
