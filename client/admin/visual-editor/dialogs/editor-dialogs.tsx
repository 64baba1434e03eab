import type { EditorView } from 'prosemirror-view'
import { createPortal } from 'react-dom'
import { DescriptionDialog } from '#client/admin/images/description-dialog.tsx'
import type { BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import type { EditorDialog, EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { insertImage, setImage } from '#client/admin/visual-editor/commands/image-commands.ts'
import { ImageDialog } from './image-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { SourceDialog } from './source-dialog.tsx'

type EditorDialogsProps = {
  dialog: EditorDialog
  view: EditorView
  host: EditorHost
  props: Pick<BodyEditorProps, 'findLinks' | 'folder'>
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
  const attrsAt = (pos: number) => view.state.doc.nodeAt(pos)?.attrs ?? {}

  if (dialog.kind === 'link') return <LinkDialog view={view} findLinks={props.findLinks} onClosed={close} />
  if (dialog.kind === 'source') return <SourceDialog view={view} pos={dialog.pos} onClosed={close} />
  if (dialog.kind === 'image')
    return (
      <DescriptionDialog
        alt={attrsAt(dialog.pos).alt}
        onDescribed={(alt) => {
          setImage(dialog.pos, { alt })(view.state, view.dispatch)
          host.announce('Description saved.')
        }}
        onClosed={close}
      />
    )
  const { uploadImage, chooseImage } = host
  const replaced = dialog.kind === 'replace-image' ? dialog.pos : undefined
  return (
    <ImageDialog
      {...{ uploadImage, chooseImage }}
      folder={props.folder}
      alt={replaced === undefined ? undefined : attrsAt(replaced).alt}
      onChosen={({ url, alt }) => {
        if (replaced === undefined)
          view.dispatch(insertImage(view.state.tr, view.state.selection.to, { src: url, alt }).scrollIntoView())
        else setImage(replaced, { src: url, alt })(view.state, view.dispatch)
        host.announce(replaced === undefined ? 'Image inserted.' : 'Image replaced.')
      }}
      onClosed={close}
    />
  )
}
