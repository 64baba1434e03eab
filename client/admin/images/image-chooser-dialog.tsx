import { type FormEvent, useState } from 'react'
import type { ImageRequest, UploadedImage } from '#client/admin/shared/body-editor.ts'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { PagedResults } from '#client/admin/shared/paged-results.tsx'
import { addMedia, toEditorImage } from '#client/api/media.ts'
import { Button } from '#client/ui/base/button.tsx'
import type { MediaItem } from '#contract/media.ts'
import { DescriptionField, descriptionIn } from './description-dialog.tsx'
import { Preview } from './dialogs.styles.ts'
import { ImageFileField, storedWhere } from './image-file-field.tsx'
import { LibrarySearch } from './library-search.tsx'
import { MediaResults } from './media-results.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useMedia } from './use-media.ts'

type Step =
  | { step: 'choose'; problem?: string }
  | { step: 'upload'; name: string; share: number }
  | { step: 'describe'; image: UploadedImage }

type Props = {
  /** Without it, the description is not asked for. */
  request: ImageRequest | undefined
  folder: string | undefined
  onDone: (image: UploadedImage | undefined) => void
}

/** Uploads an image, or takes one of the library or of the folder of the post, then asks for its description. */
export default function ImageChooserDialog({ request, folder, onDone }: Props) {
  const [chosen, setChosen] = useState<UploadedImage>()
  const { open, close } = useCloseThenUnmount(() => onDone(chosen))
  const [state, setState] = useState<Step>({ step: 'choose' })

  function finish(image: UploadedImage) {
    setChosen(image)
    close()
  }
  const take = (item: MediaItem) => {
    const image = toEditorImage(item)
    if (request) setState({ step: 'describe', image })
    else finish(image)
  }

  async function upload(file: File) {
    const showProgress = (share: number) => setState({ step: 'upload', name: file.name, share })
    showProgress(0)
    try {
      take(await addMedia(file, showProgress, folder))
    } catch (error) {
      setState({ step: 'choose', problem: errorMessage(error) })
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (state.step === 'describe') finish({ ...state.image, alt: descriptionIn(event) })
  }

  return (
    <FormDialog
      title={request?.title ?? 'Choose an image'}
      submit={state.step === 'describe' ? request?.submit : undefined}
      onSubmit={submit}
      open={open}
      onClose={close}
      wide={state.step === 'choose'}
      buttons={
        state.step === 'describe' && (
          <Button variant="outline" onClick={() => setState({ step: 'choose' })}>
            Back
          </Button>
        )
      }
    >
      {state.step === 'choose' && (
        <>
          <ImageFileField
            label="New image"
            hint={storedWhere(folder)}
            error={state.problem}
            onFile={upload}
            onProblem={(problem) => setState({ step: 'choose', problem })}
          />
          <Library folder={folder} onChosen={take} />
        </>
      )}
      {state.step === 'upload' && <UploadProgress name={state.name} share={state.share} />}
      {state.step === 'describe' && (
        <>
          <Preview src={state.image.shown} alt="" />
          <DescriptionField alt={request?.alt || state.image.alt} />
        </>
      )}
    </FormDialog>
  )
}

type LibraryProps = { folder: string | undefined; onChosen: (item: MediaItem) => void }

/** Without images in the folders of other posts: only the texts of those can name them. */
function Library({ folder, onChosen }: LibraryProps) {
  const [words, setWords] = useState('')
  const list = useMedia({ in: 'library', q: words, ...(folder !== undefined && { post: folder }) })
  return (
    <>
      <LibrarySearch onSearch={setWords} />
      <PagedResults
        list={list}
        label={folder === undefined ? 'Images of the library' : 'Images of this post and of the library'}
        item="image"
        hint="Upload the first one above."
        onClear={words ? () => setWords('') : undefined}
      >
        {(items) => <MediaResults brief list={list} items={items} actions={[{ label: 'Choose', run: onChosen }]} />}
      </PagedResults>
    </>
  )
}
