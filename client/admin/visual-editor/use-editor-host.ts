import { type RefObject, useState } from 'react'
import type { BodyEditorProps } from '#client/admin/writing/body-editor.ts'
import type { EditorDialog, EditorHost } from './editor-host.ts'

/** The state of what opens around the text, and the functions with which commands and plugins change it. */
export function useEditorHost(props: RefObject<Pick<BodyEditorProps, 'uploadImage'>>) {
  const [dialog, setDialog] = useState<EditorDialog>()
  const [isSearching, setSearching] = useState(false)
  const [warning, setWarning] = useState<string>()
  const [spoken, setSpoken] = useState({ message: '', count: 0 })

  const [host] = useState<EditorHost>(() => ({
    uploadImage: (file, onProgress) => props.current.uploadImage(file, onProgress),
    openDialog: setDialog,
    openSearch: () => setSearching(true),
    // Counted, so that the same message is announced again.
    announce: (message) => setSpoken(({ count }) => ({ message, count: count + 1 })),
    warn: setWarning,
  }))

  return {
    ...{ host, dialog, isSearching, warning, spoken },
    closeDialog: () => setDialog(undefined),
    closeSearch: () => setSearching(false),
    dismissWarning: () => setWarning(undefined),
  }
}
