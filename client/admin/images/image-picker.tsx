import { type ChangeEvent, type ComponentProps, type DragEvent, useEffect, useState } from 'react'
import { type ButtonStyleProps, buttonCss, buttonStyleProps } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Field, useControlProps } from '#client/ui/form/field.tsx'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { storageUrl } from '#contract/paths.ts'
import { PostThumb } from './post-thumb.tsx'
import { useImageName, useStoredPath } from './use-stored-path.ts'

type Props = {
  image: File | undefined
  current: string | null
  /** The post in whose folder the current image may be. */
  folder?: string | undefined
  error: string | undefined
  onPick: (image: File | undefined) => void
}

/** The field 'Featured Image': pick or drop a file. Invalid files are rejected here, and the previous one stays. */
export function ImagePicker({ image, current, folder, error, onPick }: Props) {
  const [problem, setProblem] = useState<string>()
  const preview = usePreview(image)
  const stored = useStoredPath(folder, current ?? '')
  const pick = (file: File | undefined) => {
    if (!file) return
    const message = imageProblem(file)
    setProblem(message)
    if (!message) onPick(file)
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    pick(event.target.files?.[0])
    event.target.value = '' // allows the same file to be picked again
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    pick(event.dataTransfer.files[0])
  }
  return (
    <Field label="Featured Image" error={problem ?? error}>
      <DropBox onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
        <PostThumb src={preview ?? (stored && storageUrl(stored))} />
        <div>
          <Chosen image={image} current={current} folder={folder} />
        </div>
        <FileInput accept="image/*" onChange={onChange} />
        <Choose>Choose image</Choose>
      </DropBox>
    </Field>
  )
}

function Chosen({ image, current, folder }: Pick<Props, 'image' | 'current' | 'folder'>) {
  const name = useImageName(folder, current ?? '')
  if (image) return <FileName>{image.name}</FileName>
  if (current === null) return <Note>No image yet. JPEG, PNG, WebP or GIF, up to 10 MB.</Note>
  return (
    <>
      <FileName>{name}</FileName>
      <Note>Current image will be kept</Note>
    </>
  )
}

/** The picked file as a data URL, the only URL for it that the Content-Security-Policy allows. */
export function usePreview(image: File | undefined): string | undefined {
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

const MEGABYTE = 1024 * 1024
/** The formats the server decodes. The server checks the content; here only the declared type is known. */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Returns why a file cannot be the featured image, or `undefined`. */
export function imageProblem(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return 'This file is not an image. Choose a JPEG, PNG, WebP or GIF.'
  if (!ACCEPTED_TYPES.includes(file.type)) return 'This kind of image cannot be used. Choose a JPEG, PNG, WebP or GIF.'
  if (file.size > IMAGE_MAX_BYTES)
    return `The image is larger than ${IMAGE_MAX_BYTES / MEGABYTE} MB. Choose a smaller one.`
  return undefined
}

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A file input for keyboards and screen readers; its label is the visible part. */
export const FileInput = (props: ComponentProps<'input'>) => (
  <HiddenInput type="file" {...useControlProps()} {...props} />
)

/** A second label of the file input that looks like a button. */
export const Choose = ({ children }: { children: string }) => (
  <ButtonLabel {...buttonStyleProps({ variant: 'outline', small: true })} htmlFor={useControlProps().id}>
    {children}
  </ButtonLabel>
)

const s = createStyled('image-picker')
export const DropBox = s('div')`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: 14px 18px;
  align-items: center;
  padding: 14px 16px;
  border: 1.5px dashed var(--line-strong);
  border-radius: var(--r-md);
  & > :first-child { width: 96px; }
  & > :nth-child(2) { flex: 1 1 150px; }
  ${media.narrow} {
    & > :first-child { width: 72px; }
    & > label { flex: 1 1 100%; }
  }
`
export const FileName = s('p')`
  font-weight: 600;
  overflow-wrap: anywhere;
`
export const Note = s('p')`
  color: var(--text-2);
  font-size: var(--t-small);
`
const HiddenInput = s('input')`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`
const ButtonLabel = s('label')<ButtonStyleProps>`
  ${buttonCss}
  ${HiddenInput}:focus-visible + & { outline: 3px solid var(--focus); outline-offset: 2px; }
`
