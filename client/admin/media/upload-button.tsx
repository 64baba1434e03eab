import type { ChangeEvent } from 'react'
import { Choose, FileInput } from '#client/admin/images/image-picker.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'

/** Chooses any number of images. */
export function UploadButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    target.value = '' // allows the same file to be chosen again
  }
  return (
    <UploadField>
      <Field label="Upload images">
        <FileInput accept="image/*" multiple onChange={onChange} />
        <Choose>Upload images</Choose>
      </Field>
    </UploadField>
  )
}

const s = createStyled('media-upload')
const UploadField = s('div')`
  position: relative;
  & > div > label:first-child { display: none; }
`
