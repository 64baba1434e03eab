import type { UploadedImage, UploadImage } from '#client/admin/shared/body-editor.ts'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { imageProblem } from './image-picker.tsx'

/** What an editor tells its user. */
export type Messages = { warn(message: string): void; announce(message: string): void }
export type Uploader = Messages & { uploadImage: UploadImage }

/**
 * The places of images in a text while they are uploaded, which move with later changes of the text. The text itself does not know
 * them, so it can be saved and undone meanwhile.
 */
export type UploadPlaces = {
  add(placeholder: HTMLElement, pos: number): void
  remove(placeholder: HTMLElement): void
  /** Puts the image in place of its placeholder; false if the text around that was deleted. */
  insert(placeholder: HTMLElement, image: UploadedImage): boolean
}

/** The last upload of each editor. */
const newest = new WeakMap<object, Promise<void>>()

/** Uploads image files one after the other, so that they are in their order. All have their placeholder at once. */
export function uploadImages(
  editor: object,
  { uploader, places, pos }: { uploader: Uploader; places: UploadPlaces; pos: number },
  files: readonly File[],
): void {
  for (const file of files) {
    const problem = imageProblem(file)
    if (problem) {
      uploader.warn(`${file.name}: ${problem}`)
      continue
    }
    const { placeholder, progress } = createPlaceholder(file.name)
    places.add(placeholder, pos)
    const before = newest.get(editor) ?? Promise.resolve()
    newest.set(
      editor,
      before.then(() => upload(file, uploader, places, placeholder, progress)),
    )
  }
}

/** Resolves when all images of the text are inserted or have failed. Never rejects. */
export const uploadsOf = (editor: object): Promise<void> => newest.get(editor) ?? Promise.resolve()

async function upload(
  file: File,
  { uploadImage, warn, announce }: Uploader,
  places: UploadPlaces,
  placeholder: HTMLElement,
  progress: HTMLProgressElement,
): Promise<void> {
  announce(`Uploading ${file.name}.`)
  try {
    const image = await uploadImage(file, (share) => {
      progress.value = share
    })
    if (places.insert(placeholder, image))
      announce(image.alt ? 'Image inserted.' : 'Image inserted. It has no description yet.')
  } catch (error) {
    places.remove(placeholder)
    warn(`${file.name} could not be uploaded. ${errorMessage(error)}`)
  }
}

function createPlaceholder(name: string) {
  const placeholder = document.createElement('span')
  const progress = document.createElement('progress')
  placeholder.className = 'upload'
  placeholder.contentEditable = 'false'
  progress.max = 1
  progress.setAttribute('aria-label', `Uploading ${name}`)
  placeholder.append(`Uploading ${name}`, progress)
  return { placeholder, progress }
}

/** The image files of a paste or drop. */
export const imagesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
