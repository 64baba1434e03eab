import { isolateHistory, redoDepth } from '@codemirror/commands'
import { StateEffect, StateField, Transaction } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { imagesOf, type Uploader, type UploadPlaces, uploadImages } from '#client/admin/images/upload-queue.ts'
import type { UploadedImage } from '#client/admin/shared/body-editor.ts'
import type { Syntax } from './source-format.ts'

class Placeholder extends WidgetType {
  readonly element: HTMLElement

  constructor(element: HTMLElement) {
    super()
    this.element = element
  }

  override toDOM = () => this.element
}

const added = StateEffect.define<{ element: HTMLElement; pos: number }>({
  map: ({ element, pos }, changes) => ({ element, pos: changes.mapPos(pos, 1) }),
})
const removed = StateEffect.define<HTMLElement>()

const placeholders = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    let next = before.map(changes)
    for (const effect of effects) {
      if (effect.is(added)) {
        const widget = new Placeholder(effect.value.element)
        next = next.update({ add: [Decoration.widget({ widget, side: 1 }).range(effect.value.pos)] })
      }
      if (effect.is(removed)) next = next.update({ filter: (_, __, { spec }) => spec.widget.element !== effect.value })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Pasted and dropped image files are uploaded, and inserted where they were put. */
export const imageUploads = (uploader: Uploader & { syntax: Syntax }) => [
  placeholders,
  EditorView.domEventHandlers({
    paste(event, view) {
      const files = imagesOf(event.clipboardData)
      // Word and spreadsheets add a picture of the text.
      if (files.length === 0 || event.clipboardData?.getData('text/plain').trim()) return false
      uploadImages(
        view,
        { uploader, places: placesIn(view, uploader.syntax), pos: view.state.selection.main.to },
        files,
      )
      return true
    },
    drop(event, view) {
      const files = imagesOf(event.dataTransfer)
      if (files.length === 0) return false
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.to
      uploadImages(view, { uploader, places: placesIn(view, uploader.syntax), pos }, files)
      return true
    },
  }),
]

const placesIn = (view: EditorView, syntax: Syntax): UploadPlaces => ({
  add: (element, pos) => view.dispatch({ effects: added.of({ element, pos }) }),
  remove: (element) => view.dispatch({ effects: removed.of(element) }),
  insert(element, image) {
    const pos = positionOf(view, element)
    view.dispatch({ effects: removed.of(element) })
    if (pos !== undefined) insertImage(view, syntax, image, pos)
    return pos !== undefined
  },
})

/** `undefined` if the text around it was deleted during the upload. */
function positionOf(view: EditorView, element: HTMLElement): number | undefined {
  for (const cursor = view.state.field(placeholders).iter(); cursor.value; cursor.next())
    if (cursor.value.spec.widget.element === element) return cursor.from
  return undefined
}

const ENDS_WITH_IMAGE = /(?:!\[[^\]]*\]\([^)]*\)|<img\s[^>]*>)$/

/** The cursor stays where the user is typing. An image after another one is a separate paragraph. */
function insertImage(view: EditorView, syntax: Syntax, { alt, url, caption }: UploadedImage, pos: number): void {
  const { from, text } = view.state.doc.lineAt(pos)
  const space = ENDS_WITH_IMAGE.test(text.slice(0, pos - from)) ? '\n\n' : ''
  view.dispatch({
    changes: { from: pos, insert: space + syntax.image(alt, url, caption) },
    // A step of its own. No step where it would end redo: the writer has undone something, and did not do anything since.
    annotations: redoDepth(view.state) > 0 ? Transaction.addToHistory.of(false) : isolateHistory.of('full'),
    userEvent: 'input',
  })
}
