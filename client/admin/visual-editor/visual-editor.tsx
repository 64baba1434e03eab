import { useImperativeHandle, useRef, useState } from 'react'
import type { BodyEditorHandle, BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { errorMessage, LoadFailed } from '#client/admin/shared/errors.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { EditingSurface } from './editing-surface.tsx'
import { Frame } from './editor.styles.ts'
import { useDocument } from './use-document.ts'

/** Edits a text as formatted blocks. The server converts between both; see `createDocumentExchange`. */
export default function VisualEditor(props: BodyEditorProps) {
  const [{ format, content, folder, newer }] = useState(props)
  const { data: document, error, refetch } = useDocument({ format, content, folder, newer })
  const surface = useRef<BodyEditorHandle>(null)
  useImperativeHandle(props.ref, () => ({
    // Without blocks nothing can have been edited.
    flush: async () => surface.current?.flush() ?? content,
    text: async () => surface.current?.text() ?? content,
    document: () => (surface.current ? surface.current.document() : newer),
    replace: async (next, from) => surface.current?.replace(next, from) ?? false,
    hasPending: () => surface.current?.hasPending() ?? newer !== undefined,
    focus: () => surface.current?.focus(),
    position: () => surface.current?.position(),
    goTo: (line, column) => surface.current?.goTo(line, column),
  }))
  if (error)
    return <LoadFailed message={`The text could not be shown here. ${errorMessage(error)}`} onRetry={() => refetch()} />
  if (!document) return <Spinner label="Opening the text..." />
  return (
    <Frame data-visual-editor>
      <EditingSurface {...props} document={document} content={content} ref={surface} />
    </Frame>
  )
}
