import { closeHistory, redoDepth } from 'prosemirror-history'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { imageProblem } from '#client/admin/images/image-picker.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import type { EditorHost } from './editor-host.ts'
import { insertImage, isEmptyLine } from './image-commands.ts'

type UploadChange = { add: { id: number; pos: number; dom: HTMLElement } } | { remove: number }

const key = new PluginKey<DecorationSet>('uploads')
let newest = 0

/** The places of images that are being uploaded. The document does not know them, so it can be saved and undone during uploads. */
export const uploadPlaces = (): Plugin<DecorationSet> =>
  new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, places) {
        const mapped = places.map(transaction.mapping, transaction.doc)
        const change: UploadChange | undefined = transaction.getMeta(key)
        if (!change) return mapped
        if ('remove' in change)
          return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.remove))
        const { id, pos, dom } = change.add
        return mapped.add(transaction.doc, [Decoration.widget(pos, dom, { id, key: `upload-${id}` })])
      },
    },
    props: {
      decorations: (state) => key.getState(state),
    },
  })

const running = new WeakMap<EditorView, Set<Promise<void>>>()

/** Uploads image files, each at its place. */
export function uploadAt(view: EditorView, host: EditorHost, files: readonly File[], pos: number): void {
  const uploads = running.get(view) ?? new Set()
  running.set(view, uploads)
  for (const file of files) {
    const one = upload(view, host, file, pos).finally(() => uploads.delete(one))
    uploads.add(one)
  }
}

/** Resolves when all images of the text are inserted or have failed. Never rejects. */
export const uploadsOf = (view: EditorView): Promise<unknown> => Promise.all(running.get(view) ?? [])

async function upload(view: EditorView, host: EditorHost, file: File, pos: number): Promise<void> {
  const problem = imageProblem(file)
  if (problem) return host.warn(`${file.name}: ${problem}`)
  const id = ++newest
  const { dom, progress } = uploadDom(file.name)
  view.dispatch(view.state.tr.setMeta(key, { add: { id, pos, dom } } satisfies UploadChange))
  host.announce(`Uploading ${file.name}.`)
  try {
    const image = await host.uploadImage(file, (share) => {
      progress.value = share
    })
    finish(view, host, id, { src: image.url, alt: image.alt })
  } catch (error) {
    remove(view, id)
    host.warn(`${file.name} could not be uploaded. ${errorMessage(error)}`)
  }
}

function finish(view: EditorView, host: EditorHost, id: number, attrs: { src: string; alt: string }): void {
  if (view.isDestroyed) return
  const [place] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
  // The text around it was deleted during the upload.
  if (!place) return
  const tr = view.state.tr.setMeta(key, { remove: id } satisfies UploadChange)
  const { selection } = view.state
  const $place = tr.doc.resolve(place.from)
  const isWaiting = selection.$from.sameParent($place) && isEmptyLine($place)
  insertImage(tr, place.from, attrs)
  if (isWaiting) tr.scrollIntoView()
  // The writer is typing elsewhere.
  else tr.setSelection(selection.map(tr.doc, tr.mapping))
  view.dispatch(asStep(tr, view.state))
  host.announce(attrs.alt ? 'Image inserted.' : 'Image inserted. It has no description yet.')
}

/** A step of its own. No step where it would end redo: the writer has undone something, and did not do anything since. */
const asStep = (tr: Transaction, state: EditorState): Transaction =>
  redoDepth(state) > 0 ? tr.setMeta('addToHistory', false) : closeHistory(tr)

function remove(view: EditorView, id: number): void {
  if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies UploadChange))
}

function uploadDom(name: string) {
  const dom = document.createElement('span')
  const progress = document.createElement('progress')
  dom.className = 'upload'
  dom.contentEditable = 'false'
  progress.max = 1
  progress.setAttribute('aria-label', `Uploading ${name}`)
  dom.append(`Uploading ${name}`, progress)
  return { dom, progress }
}
