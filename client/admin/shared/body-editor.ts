import type { Ref } from 'react'
import type { PostFormat } from '#contract/post-form.ts'
import type { StoredDocument } from '#contract/stored-document.ts'
import type { TextProblem } from '#contract/writing.ts'

/** What the visual and the source editor have in common, so that the writing page can switch between them. */
export type BodyEditorProps = {
  format: PostFormat
  /** The text when the editor opens. To show another text, give the editor a new `key`. */
  content: string
  /** Called at each change, before its text is known. */
  onEdit?: () => void
  /** Called shortly after typing pauses, with the whole text. */
  onChange: (content: string) => void
  /** The text could not be converted or another problem that the writer should see; `undefined`: it is solved. */
  onFailure: (message: string | undefined) => void
  /** The cursor came to this line, from 1. The visual editor reports that of the block. */
  onCursor?: (line: number) => void
  /** A document to show in place of `content`, which was not written from it yet. */
  newer?: StoredDocument | undefined
  /** Where the cursor is at first, without the focus. */
  position?: TextPosition | undefined
  /** Continues undo and redo where the editor was opened. */
  textHistory?: TextHistory
  /** Called once the text can be edited. */
  onReady?: () => void
  problems: readonly TextProblem[]
  /** The id of the post in whose own folder images are; `undefined`: they are in the library. */
  folder: string | undefined
  uploadImage: UploadImage
  /** Opens the dialog of images; `undefined` when none was chosen. */
  chooseImage: (request?: ImageRequest) => Promise<UploadedImage | undefined>
  /** Pages of this site to link to. */
  findLinks: (typed: string) => Promise<readonly LinkTarget[]>
  /** Images in the folder of the post and in the media library whose names or descriptions have what is typed. */
  findImages: (typed: string) => Promise<readonly UploadedImage[]>
  ref?: Ref<BodyEditorHandle>
}

export type BodyEditorHandle = {
  /** Resolves with the whole text, including what `onChange` has not reported yet. Rejects if it cannot be converted. */
  flush(): Promise<string>
  /** Whether there are changes that `onChange` has not reported yet. */
  hasPending(): boolean
  /** The same without waiting for images that are being stored. */
  text(): Promise<string>
  /** The changes that have no text yet, because they cannot be converted or were not until now. */
  document(): StoredDocument | undefined
  /** Shows `content` in place of the text `from`, with the cursor where it was. Resolves with false if another text is shown. */
  replace(content: string, from: string): Promise<boolean>
  focus(): void
  /** Where the cursor is; `undefined` before the text is shown. */
  position(): TextPosition | undefined
  /** Puts the cursor there: line and column from 1. The visual editor selects the block. */
  goTo(line: number, column?: number): void
}

/** A place in the source of a text, from 1. `top`: the line of the block at the top of the window, and where it is there. */
export type TextPosition = { line: number; column: number; top?: { line: number; y: number } | undefined }

/** Versions of the text from before the editor was opened, and from after that. */
export type TextHistory = {
  canUndo(): boolean
  undo(): void
  canRedo(): boolean
  redo(): void
  /** The text changes by an edit, or by the undo and redo of the editor. Called at once; `onChange` comes after a pause. */
  changing(by: 'edit' | 'undo' | 'redo'): void
}

/** Stores an image. `onProgress`: the share that is sent, from 0 to 1. Rejects with an `ApiError`. */
export type UploadImage = (file: File, onProgress: (share: number) => void) => Promise<UploadedImage>
/**
 * `url` is what a text uses: `/storage/posts/….webp`, or `photo.webp` in the folder of the post. `shown` is a URL of the image
 * for this page; empty until the server has encoded the image.
 */
export type UploadedImage = {
  url: string
  shown: string
  alt: string
  /** What the library suggests. */
  caption?: string
  width: number
  height: number
}
/** The words of the dialog that asks for an image and its description. `alt`: the description of the image that is replaced. */
export type ImageRequest = { title: string; submit: string; alt?: string }
export type LinkTarget = { url: string; title: string }
