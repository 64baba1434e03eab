import { closeHistory, redoDepth } from 'prosemirror-history'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { type UploadPlaces, uploadImages } from '#client/admin/images/upload-queue.ts'
import type { EditorHost } from './editor-host.ts'
import { insertImage, isEmptyLine } from './image-commands.ts'

type PlaceChange = { add: HTMLElement; pos: number } | { remove: HTMLElement }

const key = new PluginKey<DecorationSet>('uploads')

/** The placeholders of images that are being uploaded. */
export const uploadPlaceholders = (): Plugin<DecorationSet> =>
  new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, before) {
        const mapped = before.map(transaction.mapping, transaction.doc)
        const change: PlaceChange | undefined = transaction.getMeta(key)
        if (!change) return mapped
        if ('remove' in change) return mapped.remove(placeholdersIn(mapped, change.remove))
        const { add: placeholder, pos } = change
        return mapped.add(transaction.doc, [Decoration.widget(pos, placeholder, { placeholder })])
      },
    },
    props: {
      decorations: (state) => key.getState(state),
    },
  })

const placeholdersIn = (decorations: DecorationSet, placeholder: HTMLElement): Decoration[] =>
  decorations.find(undefined, undefined, (spec) => spec.placeholder === placeholder)

/** Uploads image files, each at its place. */
export const uploadAt = (view: EditorView, host: EditorHost, files: readonly File[], pos: number): void =>
  uploadImages(view, { uploader: host, places: placesIn(view), pos }, files)

function placesIn(view: EditorView): UploadPlaces {
  const changed = (change: PlaceChange): Transaction => view.state.tr.setMeta(key, change)
  return {
    add: (placeholder, pos) => view.dispatch(changed({ add: placeholder, pos })),
    remove(placeholder) {
      if (!view.isDestroyed) view.dispatch(changed({ remove: placeholder }))
    },
    insert(placeholder, { url, alt, caption }) {
      if (view.isDestroyed) return false
      const [place] = placeholdersIn(key.getState(view.state) ?? DecorationSet.empty, placeholder)
      if (!place) return false
      const { selection } = view.state
      const tr = changed({ remove: placeholder })
      const $place = tr.doc.resolve(place.from)
      const isWaiting = selection.$from.sameParent($place) && isEmptyLine($place)
      insertImage(tr, place.from, { src: url, alt }, caption)
      if (isWaiting) tr.scrollIntoView()
      // The writer is typing elsewhere.
      else tr.setSelection(selection.map(tr.doc, tr.mapping))
      view.dispatch(asStep(tr, view.state))
      return true
    },
  }
}

/** A step of its own. No step where it would end redo: the writer has undone something, and did not do anything since. */
const asStep = (tr: Transaction, state: EditorState): Transaction =>
  redoDepth(state) > 0 ? tr.setMeta('addToHistory', false) : closeHistory(tr)
