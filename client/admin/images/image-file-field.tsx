import type { ChangeEvent, ReactNode } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { useDroppedImages } from './dropped-images.ts'
import { Choose, FileInput, imageProblem } from './image-picker.tsx'

type Props = {
  label: string
  error: string | undefined
  /** Called with an image that can be sent. */
  onFile: (file: File) => void
  onProblem: (problem: string) => void
  /** What follows the accepted formats. */
  hint?: string
  /** Other buttons beside "Upload from this device". */
  children?: ReactNode
}

/** `folder`: the post in whose folder an upload is stored. */
export const storedWhere = (folder: string | undefined): string =>
  `A new image is stored in the ${folder === undefined ? 'media library' : 'folder of this post'}.`

/** One image: chosen, dropped on the field or pasted into it. */
export function ImageFileField({ label, error, hint = '', onFile, onProblem, children }: Props) {
  const take = ([file]: readonly File[]) => {
    if (!file) return
    const problem = imageProblem(file)
    if (problem) onProblem(problem)
    else onFile(file)
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])])
    target.value = '' // allows the same file to be chosen again
  }
  const { over, props } = useDroppedImages(take)
  return (
    <Field
      label={label}
      error={error}
      hint={`JPEG, PNG, WebP or GIF, up to 10 MB. You can also drop or paste one here. ${hint}`}
    >
      <Zone $over={over} {...props}>
        <FileInput accept="image/*" onChange={onChange} />
        <Choose>Upload from this device</Choose>
        {children}
      </Zone>
    </Field>
  )
}

const s = createStyled('image-file-field')
const Zone = s('div')<{ $over: boolean }>`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  padding: 14px;
  border: 1.5px dashed ${({ $over }) => ($over ? 'var(--primary)' : 'var(--line-strong)')};
  border-radius: var(--r-md);
  ${({ $over }) => $over && 'background: var(--primary-soft);'}
`
