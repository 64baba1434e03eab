import type { EditorView } from 'prosemirror-view'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { DescriptionDialog } from '#client/admin/images/description-dialog.tsx'
import type { BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { focusIsLost } from '#client/admin/shared/dialogs.tsx'
import type { EditorDialog, EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { setImage } from '#client/admin/visual-editor/commands/image-commands.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { SourceDialog } from './source-dialog.tsx'

const EmojiDialog = lazyPart(() => import('./emoji-dialog.tsx'))
const InsertDialog = lazyPart(() => import('./insert-dialog.tsx'))

type EditorDialogsProps = {
  dialog: EditorDialog
  view: EditorView
  host: EditorHost
  props: Pick<BodyEditorProps, 'findLinks' | 'format'>
  onClosed: () => void
}

/**
 * The dialog that is open. Afterwards the focus returns to the text. It is rendered outside of the page's elements, because its form
 * must not be inside of another one.
 */
export const EditorDialogs = (props: EditorDialogsProps) => createPortal(<OpenDialog {...props} />, document.body)

function OpenDialog({ dialog, view, host, props, onClosed }: EditorDialogsProps) {
  const close = () => {
    onClosed()
    view.focus()
  }
  // A dialog whose node was deleted goes without being closed.
  useEffect(() => () => void (!view.isDestroyed && focusIsLost() && view.focus()), [view])

  if (dialog.kind === 'link') return <LinkDialog view={view} findLinks={props.findLinks} onClosed={close} />
  if (dialog.kind === 'source') return <SourceDialog view={view} pos={dialog.pos} onClosed={close} />
  if (dialog.kind === 'emoji') return <EmojiDialog view={view} onClosed={close} />
  if (dialog.kind !== 'image')
    return <InsertDialog kind={dialog.kind} view={view} format={props.format} onClosed={close} />
  return (
    <DescriptionDialog
      alt={view.state.doc.nodeAt(dialog.pos)?.attrs.alt ?? ''}
      onDescribed={(alt) => {
        setImage(dialog.pos, { alt })(view.state, view.dispatch)
        host.announce('Description saved.')
      }}
      onClosed={close}
    />
  )
}
