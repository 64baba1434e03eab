import { type ChangeEvent, type DragEvent, useEffect, useState } from 'react'
import { PostThumb } from '#client/admin/posts/post-thumb.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { storageUrl } from '#contract/paths.ts'
import { fileNameOf, imageProblem } from './image-choice.ts'
import { Choose, DropBox, FileInput, FileName, Note } from './image-picker.styles.tsx'

type Props = {
  image: File | undefined
  /** The stored path of the post's image. */
  current: string | null
  error: string | undefined
  onPick: (image: File | undefined) => void
}

/** 'Featured Image' (§2): picked or dropped; what cannot be one is refused here already, and what was there stays. */
export function ImagePicker({ image, current, error, onPick }: Props) {
  const [problem, setProblem] = useState<string>()
  const preview = usePreview(image)
  const pick = (file: File | undefined) => {
    if (!file) return
    const message = imageProblem(file)
    setProblem(message)
    if (!message) onPick(file)
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    pick(event.target.files?.[0])
    event.target.value = '' // the same file may be picked again
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    pick(event.dataTransfer.files[0])
  }
  return (
    <Field label="Featured Image" error={problem ?? error}>
      <DropBox onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
        <PostThumb src={preview ?? (current === null ? undefined : storageUrl(current))} />
        <div>
          <Chosen image={image} current={current} />
        </div>
        <FileInput accept="image/*" onChange={onChange} />
        <Choose>Choose image</Choose>
      </DropBox>
    </Field>
  )
}

function Chosen({ image, current }: Pick<Props, 'image' | 'current'>) {
  if (image) return <FileName>{image.name}</FileName>
  if (current === null) return <Note>No image yet. JPEG, PNG, WebP or GIF, up to 10 MB.</Note>
  return (
    <>
      <FileName>{fileNameOf(current)}</FileName>
      <Note>Current image will be kept</Note>
    </>
  )
}

/** The picked file as a data URL: the page's policy allows no other address for it. */
function usePreview(image: File | undefined): string | undefined {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    setPreview(undefined)
    if (!image) return
    const reader = new FileReader()
    reader.onload = () => setPreview(String(reader.result))
    reader.readAsDataURL(image)
    return () => reader.abort()
  }, [image])
  return preview
}
