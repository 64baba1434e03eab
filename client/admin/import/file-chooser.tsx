import type { ChangeEventHandler, DragEventHandler } from 'react'
import { Choose, DropBox, FileInput, FileName, Note } from '#client/admin/images/image-picker.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

type Props = {
  file: File | undefined
  accept: string
  onDrop: DragEventHandler
  onChange: ChangeEventHandler<HTMLInputElement>
}

export const FileChooser = ({ file, accept, onDrop, onChange }: Props) => (
  <FileDrop onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
    <Icon name="file" size={36} />
    <div>
      {file ? (
        <>
          <FileName>{file.name}</FileName>
          <Note>{sizeInWords(file.size)}</Note>
        </>
      ) : (
        <Note>No file yet. Choose one, or drop it here: .zip, .xml or .json, up to 1 GB.</Note>
      )}
    </div>
    <FileInput name="file" accept={accept} onChange={onChange} />
    <Choose>Choose file</Choose>
  </FileDrop>
)

const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const s = createStyled('import-file')
const FileDrop = s(DropBox)`
  & > svg { color: var(--text-2); }
  & > svg:first-child { width: 36px; }
`
