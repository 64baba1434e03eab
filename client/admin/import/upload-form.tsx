import { type DragEvent, type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { ImportOptions } from '#client/api/imports.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { ImportFolderSchema, isUploadName, UPLOAD_EXTENSIONS, UPLOAD_MAX_BYTES } from '#contract/imports.ts'
import { withoutInvisible } from '#contract/trimmed.ts'
import { FileChooser } from './file-chooser.tsx'
import { Actions, Form, Note } from './import.styles.ts'

type Props = { isHidden: boolean; onSend: (file: File, options: ImportOptions) => void }

/** Chooses a file, and how it is imported. */
export function UploadForm({ isHidden, onSend }: Props) {
  const [file, setFile] = useState<File>()
  const [into, setInto] = useState('')
  const [pages, setPages] = useState(false)
  const [problem, setProblem] = useState<{ file?: string | undefined; into?: string | undefined }>({})

  function pick(chosen: File | undefined) {
    if (!chosen) return
    setProblem(({ into }) => ({ into, file: fileProblem(chosen) }))
    if (!fileProblem(chosen)) setFile(chosen)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const errors = { file: file ? undefined : 'Choose a file first.', into: folderProblem(withoutInvisible(into)) }
    setProblem(errors)
    const first = errors.file ? 'file' : errors.into && 'into'
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (file && !errors.into) onSend(file, { into: withoutInvisible(into), pages: pages ? 'true' : 'false' })
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    pick(event.dataTransfer.files[0])
  }
  return (
    <Form onSubmit={submit} noValidate hidden={isHidden}>
      <Note>
        Exports of WordPress (.xml), Ghost (.json), Substack and Medium (.zip), or the zipped folder of a Jekyll, Hugo,
        Zola, Astro, Eleventy or Docusaurus site, or any other folder of Markdown with front matter. You see a plan
        first; nothing is published before you confirm it.
      </Note>
      <Field label="File" error={problem.file}>
        <FileChooser
          file={file}
          accept={UPLOAD_EXTENSIONS.join(',')}
          onDrop={onDrop}
          onChange={({ target }) => {
            pick(target.files?.[0])
            target.value = '' // allows the same file to be chosen again
          }}
        />
      </Field>
      <Field
        label="Folder"
        optional
        error={problem.into}
        hint="Below the folder of all posts, such as old-blog. It isn’t part of the URLs."
      >
        <TextInput
          name="into"
          value={into}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setInto(target.value)}
        />
      </Field>
      <Checkbox checked={pages} onChange={({ target }) => setPages(target.checked)}>
        Import pages as posts, too
      </Checkbox>
      <Actions>
        <Button type="submit">Upload and plan</Button>
      </Actions>
    </Form>
  )
}

function fileProblem({ name, size }: File): string | undefined {
  if (!isUploadName(name)) return 'This file can’t be imported. Choose a .zip, .xml or .json file.'
  if (size === 0) return 'This file is empty. Export it again.'
  if (size > UPLOAD_MAX_BYTES) return 'This file is larger than 1 GB. Import it from the shell: bun run import FILE.'
}

const folderProblem = (into: string): string | undefined => v.safeParse(ImportFolderSchema, into).issues?.[0].message
