import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ImageRequest, UploadedImage } from '#client/admin/shared/body-editor.ts'
import type { EditorHost } from './editor-host.ts'
import { imageAt, insertImage, setImage } from './image-commands.ts'

/** Asks for an image and inserts it at the cursor. */
export const insertChosenImage = (host: EditorHost): Command =>
  choosing(host, { title: 'Add an image', submit: 'Insert image' }, (view, { url, alt, caption }) => {
    const { tr, selection } = view.state
    view.dispatch(insertImage(tr, selection.to, { src: url, alt }, caption).scrollIntoView())
    host.announce('Image inserted.')
  })

/** Asks for an image in place of the selected one, or of that of the caption that the cursor is in. */
export const replaceByChosenImage = (host: EditorHost, alt: string): Command =>
  choosing(host, { title: 'Replace the image', submit: 'Replace image', alt }, (view, image) => {
    const pos = imageAt(view.state)
    if (pos === undefined) return
    setImage(pos, { src: image.url, alt: image.alt })(view.state, view.dispatch)
    host.announce('Image replaced.')
  })

/** `use` finds its place in the newest document: the text can change while the dialog is open. */
const choosing =
  (host: EditorHost, request: ImageRequest, use: (view: EditorView, image: UploadedImage) => void): Command =>
  (_, dispatch, view) => {
    if (!dispatch || !view) return true
    host.chooseImage(request).then((image) => {
      if (view.isDestroyed) return
      view.focus()
      if (image) use(view, image)
    })
    return true
  }
