import type { EditorView } from 'prosemirror-view'
import type { BodyEditorProps, TextHistory } from '#client/admin/shared/body-editor.ts'

/** A question that the editor asks in a dialog. `pos` is that of the node that it is about. */
export type EditorDialog =
  | { kind: 'link' | InsertedKind }
  | { kind: 'image'; pos: number }
  | { kind: 'source'; pos: number }

/** What a dialog asks for before it is inserted at the cursor. */
export type InsertedKind = 'embed' | 'toggle' | 'formula' | 'html' | 'emoji'

/** What commands and plugins use of the component around them. */
export type EditorHost = Pick<BodyEditorProps, 'uploadImage' | 'chooseImage'> & {
  /** The URL of an image of this site; `undefined` for others, and for a name that is not in the folder of the post. */
  imageUrl(src: string): string | undefined
  openDialog(dialog: EditorDialog): void
  openSearch(): void
  /** Continues undo and redo where the editor was opened. */
  textHistory(): TextHistory | undefined
  /** Read by screen readers. */
  announce(message: string): void
  /** Shown until it is dismissed. */
  warn(message: string): void
}

/** Runs when a dialog has been answered: the focus returns to the text. */
export type WithView = { view: EditorView; onClosed: () => void }
