import { isolateHistory, redoDepth } from '@codemirror/commands'
import { StateEffect, StateField, Transaction } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { imageProblem } from '#client/admin/images/image-picker.tsx'
import type { UploadedImage, UploadImage } from '#client/admin/shared/body-editor.ts'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import type { Syntax } from './source-format.ts'

/** What the editor tells its user. */
export type Messages = { warn(message: string): void; announce(message: string): void }

export type Uploader = Messages & { syntax: Syntax; uploadImage: UploadImage }

/** A placeholder in the text while an image is uploaded. The text does not know it, so it can be saved and undone during the upload. */
class UploadWidget extends WidgetType {
  readonly #dom = document.createElement('span')
  readonly #progress = document.createElement('progress')

  constructor(name: string) {
    super()
    this.#dom.className = 'cm-upload'
    this.#progress.max = 1
    this.#progress.setAttribute('aria-label', `Uploading ${name}`)
    this.#dom.append(`Uploading ${name}`, this.#progress)
  }

  show(share: number) {
    this.#progress.value = share
  }

  override toDOM = () => this.#dom
}

const added = StateEffect.define<{ widget: UploadWidget; pos: number }>({
  map: ({ widget, pos }, changes) => ({ widget, pos: changes.mapPos(pos, 1) }),
})
const removed = StateEffect.define<UploadWidget>()

const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    let next = before.map(changes)
    for (const effect of effects) {
      if (effect.is(added))
        next = next.update({
          add: [Decoration.widget({ widget: effect.value.widget, side: 1 }).range(effect.value.pos)],
        })
      if (effect.is(removed)) next = next.update({ filter: (_, __, { spec }) => spec.widget !== effect.value })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

const running = new WeakMap<EditorView, Set<Promise<void>>>()

/** Pasted and dropped image files are uploaded, and inserted where they were put. */
export const imageUploads = (uploader: Uploader) => [
  places,
  EditorView.domEventHandlers({
    paste(event, view) {
      const files = imagesOf(event.clipboardData)
      // Word and spreadsheets add a picture of the text.
      if (files.length === 0 || event.clipboardData?.getData('text/plain').trim()) return false
      uploadAt(view, uploader, files, view.state.selection.main.to)
      return true
    },
    drop(event, view) {
      const files = imagesOf(event.dataTransfer)
      if (files.length === 0) return false
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.to
      uploadAt(view, uploader, files, pos)
      return true
    },
  }),
]

const imagesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

function uploadAt(view: EditorView, uploader: Uploader, files: readonly File[], pos: number): void {
  const uploads = running.get(view) ?? new Set()
  running.set(view, uploads)
  for (const file of files) {
    const one = upload(view, uploader, file, pos).finally(() => uploads.delete(one))
    uploads.add(one)
  }
}

/** Resolves when all images of the text are inserted or have failed. Never rejects. */
export const uploadsOf = (view: EditorView): Promise<unknown> => Promise.all(running.get(view) ?? [])

async function upload(view: EditorView, uploader: Uploader, file: File, pos: number): Promise<void> {
  const problem = imageProblem(file)
  if (problem) return uploader.warn(`${file.name}: ${problem}`)
  const widget = new UploadWidget(file.name)
  view.dispatch({ effects: added.of({ widget, pos }) })
  uploader.announce(`Uploading ${file.name}.`)
  try {
    const image = await uploader.uploadImage(file, (share) => widget.show(share))
    const place = placeOf(view, widget)
    view.dispatch({ effects: removed.of(widget) })
    if (place !== undefined) insertImage(view, uploader.syntax, image, place)
    uploader.announce(image.alt ? 'Image inserted.' : 'Image inserted. It has no description yet.')
  } catch (error) {
    view.dispatch({ effects: removed.of(widget) })
    uploader.warn(`${file.name} could not be uploaded. ${errorMessage(error)}`)
  }
}

/** `undefined` if the text around it was deleted during the upload. */
function placeOf(view: EditorView, widget: UploadWidget): number | undefined {
  for (const cursor = view.state.field(places).iter(); cursor.value; cursor.next())
    if (cursor.value.spec.widget === widget) return cursor.from
  return undefined
}

const ENDS_WITH_IMAGE = /(?:!\[[^\]]*\]\([^)]*\)|<img\s[^>]*>)$/

/** The cursor stays where the user is typing. An image after another one is a separate paragraph. */
function insertImage(view: EditorView, syntax: Syntax, { alt, url }: UploadedImage, pos: number): void {
  const { from, text } = view.state.doc.lineAt(pos)
  const space = ENDS_WITH_IMAGE.test(text.slice(0, pos - from)) ? '\n\n' : ''
  view.dispatch({
    changes: { from: pos, insert: space + syntax.image(alt, url) },
    // A step of its own. No step where it would end redo: the writer has undone something, and did not do anything since.
    annotations: redoDepth(view.state) > 0 ? Transaction.addToHistory.of(false) : isolateHistory.of('full'),
    userEvent: 'input',
  })
}
