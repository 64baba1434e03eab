import { type ChangeEvent, type FormEvent, useState } from 'react'
import { DescriptionField, descriptionIn } from '#client/admin/images/description-dialog.tsx'
import { ImageSources, Preview } from '#client/admin/images/dialogs.styles.ts'
import { storedWhere } from '#client/admin/images/image-file-field.tsx'
import { Choose, FileInput, imageProblem } from '#client/admin/images/image-picker.tsx'
import { UploadProgress } from '#client/admin/images/upload-progress.tsx'
import type { BodyEditorProps, UploadedImage } from '#client/admin/shared/body-editor.ts'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'

type ImageDialogProps = Pick<BodyEditorProps, 'folder' | 'uploadImage' | 'chooseImage'> & {
  /** The description of the image that is replaced. */
  alt: string | undefined
  onChosen: (image: UploadedImage) => void
  onClosed: () => void
}

type Step =
  | { step: 'choose'; problem?: string }
  | { step: 'upload'; name: string; share: number }
  | { step: 'describe'; image: UploadedImage }

/** Uploads an image or takes one of the library, then asks for its description. */
export function ImageDialog({ folder, uploadImage, chooseImage, alt, onChosen, onClosed }: ImageDialogProps) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [state, setState] = useState<Step>({ step: 'choose' })

  async function upload(file: File) {
    const problem = imageProblem(file)
    if (problem) return setState({ step: 'choose', problem })
    const showProgress = (share: number) => setState({ step: 'upload', name: file.name, share })
    showProgress(0)
    try {
      setState({ step: 'describe', image: await uploadImage(file, showProgress) })
    } catch (error) {
      setState({ step: 'choose', problem: errorMessage(error) })
    }
  }

  async function choose() {
    const image = await chooseImage()
    if (image) setState({ step: 'describe', image })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (state.step !== 'describe') return
    onChosen({ ...state.image, alt: descriptionIn(event) })
    close()
  }
  const submitLabel = alt === undefined ? 'Insert image' : 'Replace image'

  return (
    <FormDialog
      title={alt === undefined ? 'Add an image' : 'Replace the image'}
      submit={state.step === 'describe' ? submitLabel : undefined}
      onSubmit={submit}
      open={open}
      onClose={close}
    >
      {state.step === 'choose' && (
        <Sources folder={folder} problem={state.problem} onFile={upload} onLibrary={choose} />
      )}
      {state.step === 'upload' && <UploadProgress name={state.name} share={state.share} />}
      {state.step === 'describe' && (
        <>
          <Preview src={state.image.shown} alt="" />
          <DescriptionField alt={alt || state.image.alt} />
        </>
      )}
    </FormDialog>
  )
}

type SourcesProps = {
  folder: string | undefined
  problem: string | undefined
  onFile: (file: File) => void
  onLibrary: () => void
}

function Sources({ folder, problem, onFile, onLibrary }: SourcesProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = '' // allows the same file to be picked again
    if (file) onFile(file)
  }
  return (
    <Field label="Image" error={problem} hint={`JPEG, PNG, WebP or GIF, up to 10 MB. ${storedWhere(folder)}`}>
      <ImageSources>
        <FileInput accept="image/*" onChange={onChange} />
        <Choose>Upload from this device</Choose>
        <Button variant="outline" small onClick={onLibrary}>
          {folder === undefined ? 'Choose from the library' : 'Choose from this post or the library'}
        </Button>
      </ImageSources>
    </Field>
  )
}
