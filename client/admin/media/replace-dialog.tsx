import { useState } from 'react'
import { ImageFileField } from '#client/admin/images/image-file-field.tsx'
import { usePreview } from '#client/admin/images/image-picker.tsx'
import { MediaThumb } from '#client/admin/images/media-thumb.tsx'
import { UploadProgress } from '#client/admin/images/upload-progress.tsx'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { replaceMedia } from '#client/api/media.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { MediaItem, ReplacedMedia } from '#contract/media.ts'
import { usersInWords } from './users-in-words.ts'

type Props = { item: MediaItem; onReplaced: (replaced: ReplacedMedia) => void; onClosed: () => void }

/** Asks for the image that is shown instead of this one, wherever it is used. */
export function ReplaceDialog({ item, onReplaced, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  /** Why a file cannot be sent. */
  const [problem, setProblem] = useState<string>()
  const preview = usePreview(file)
  const { busy, failure, run, dismiss } = useAction(async () => {
    if (!file) return
    setShare(0)
    onReplaced(await replaceMedia(item, file, setShare))
    close()
  })
  const isUsed = item.used_in.length > 0 || item.elsewhere
  const choose = (chosen: File) => {
    setProblem(undefined)
    dismiss()
    setFile(chosen)
  }
  return (
    <FormDialog
      title="Replace everywhere"
      submit="Replace everywhere"
      onSubmit={run}
      busy={busy ? 'Replacing' : undefined}
      disabled={!file}
      open={open}
      onClose={close}
    >
      <p>
        {isUsed
          ? `The new image appears at once in ${usersInWords(item)}. The description stays: check whether it still fits.`
          : 'Nothing uses this image yet, so the new one is only added to the library.'}
      </p>
      <Both>
        <figure>
          <MediaThumb picture={item} />
          <figcaption>Now</figcaption>
        </figure>
        {preview && (
          <figure>
            <img src={preview} alt="" />
            <figcaption>{`New: ${file?.name ?? ''}`}</figcaption>
          </figure>
        )}
      </Both>
      {busy && file ? (
        <UploadProgress name={file.name} share={share} />
      ) : (
        <ImageFileField label="New image" error={problem ?? failure?.message} onFile={choose} onProblem={setProblem} />
      )}
    </FormDialog>
  )
}

const s = createStyled('replace-dialog')
const Both = s('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  & img { width: 100%; aspect-ratio: 3 / 2; border-radius: var(--r-md); object-fit: contain; }
  & figcaption { margin-top: 6px; color: var(--text-2); font-size: var(--t-small); overflow-wrap: anywhere; }
  ${media.phone} { gap: 10px; }
`
