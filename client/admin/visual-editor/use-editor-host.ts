import type { Mappable } from 'prosemirror-transform'
import { type RefObject, useCallback, useState } from 'react'
import type { BodyEditorProps, UploadedImage } from '#client/admin/shared/body-editor.ts'
import type { EditorDialog, EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { isOwnImage } from '#client/admin/visual-editor/commands/safe-urls.ts'
import { relativeImage } from '#contract/pictures.ts'
import type { TextDocument } from '#contract/writing.ts'

/** The state of what opens around the text, and the functions with which commands and plugins change it. */
export function useEditorHost(
  props: RefObject<Pick<BodyEditorProps, 'uploadImage' | 'chooseImage' | 'textHistory'>>,
  folderImages: TextDocument['images'],
) {
  const [dialog, setDialog] = useState<EditorDialog>()
  const [isSearching, setSearching] = useState(false)
  const [warning, setWarning] = useState<string>()
  const [spoken, setSpoken] = useState({ message: '', count: 0 })

  const [host] = useState<EditorHost>(() => ({
    ...createImageUrls(props, folderImages),
    textHistory: () => props.current.textHistory,
    openDialog: setDialog,
    openSearch: () => setSearching(true),
    // Counted, so that the same message is announced again.
    announce: (message) => setSpoken(({ count }) => ({ message, count: count + 1 })),
    warn: setWarning,
  }))

  /** The dialog is about the same node after a change of the text. */
  const mapDialog = useCallback(
    (mapping: Mappable) => setDialog((before) => before && mappedDialog(before, mapping)),
    [],
  )

  return {
    host,
    dialog,
    mapDialog,
    isSearching,
    warning,
    spoken,
    closeDialog: () => setDialog(undefined),
    closeSearch: () => setSearching(false),
    dismissWarning: () => setWarning(undefined),
  }
}

/** `undefined` if the node is gone. */
function mappedDialog(dialog: EditorDialog, mapping: Mappable): EditorDialog | undefined {
  if (!('pos' in dialog)) return dialog
  const { pos, deletedAfter } = mapping.mapResult(dialog.pos)
  return deletedAfter ? undefined : { ...dialog, pos }
}

/** Remembers the URLs of images that are added to the folder of the post while it is edited. */
function createImageUrls(
  props: RefObject<Pick<BodyEditorProps, 'uploadImage' | 'chooseImage'>>,
  folderImages: TextDocument['images'],
): Pick<EditorHost, 'uploadImage' | 'chooseImage' | 'imageUrl'> {
  const urls = new Map(Object.entries(folderImages))
  function remembered<T extends UploadedImage | undefined>(image: T): T {
    if (image?.shown) urls.set(image.url, image.shown)
    return image
  }
  return {
    uploadImage: async (file, onProgress) => remembered(await props.current.uploadImage(file, onProgress)),
    chooseImage: async (request) => remembered(await props.current.chooseImage(request)),
    imageUrl: (src) => (isOwnImage(src) ? src : urls.get(relativeImage(src) ?? '')),
  }
}
