import { type FormEvent, type RefCallback, useId, useRef, useState } from 'react'
import { useBodyServices } from '#client/admin/images/body-services.ts'
import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { Button } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { PostFormat } from '#contract/post-form.ts'

const VisualEditor = lazyPart(() => import('#client/admin/visual-editor/visual-editor.tsx'))

type Props = {
  label: string
  format: PostFormat
  /** See `BodyEditorProps`. */
  folder: string | undefined
  value: string
  /** Whether these are whole blocks: lines of a larger one mean something else by themselves. */
  isWhole: boolean
  onChange: (text: string) => void
  ref: RefCallback<BodyEditorHandle>
}

/** A text of one's own for a place of the content: in the visual editor, or as it is in the file. */
export function ContentResolution({ label, format, folder, value, isWhole, onChange, ref }: Props) {
  const [isSource, setSource] = useState(!isWhole)
  const [failure, setFailure] = useState<string>()
  const name = useId()
  const { services, dialog } = useBodyServices(folder)
  const editor = useRef<BodyEditorHandle>(null)
  const language = format === 'md' ? 'Markdown' : 'HTML'

  async function toggle() {
    // A text that cannot be read back stays in the editor, which says so.
    const text = await editor.current?.flush().catch(() => undefined)
    if (text === undefined && editor.current) return
    if (text !== undefined) onChange(text)
    setFailure(undefined)
    setSource(!isSource)
  }
  function both(handle: BodyEditorHandle | null) {
    editor.current = handle
    ref(handle)
  }
  const rows = Math.min(16, value.split('\n').length + 2)
  const hint = isWhole
    ? `The ${language} of this part, exactly as it is in the file.`
    : `These lines are part of a larger block, so they can only be edited as ${language}, exactly as they are in the file.`
  return (
    // The editor's dialogs contain forms.
    <Editors onSubmit={(event: FormEvent) => event.stopPropagation()}>
      {isSource ? (
        <Field label={`${label}, as you write it`} hint={hint}>
          <TextArea code rows={rows} value={value} onChange={({ target }) => onChange(target.value)} />
        </Field>
      ) : (
        <>
          <p id={name}>{`${label}, as you write it`}</p>
          {failure !== undefined && <Alert>{failure}</Alert>}
          <section aria-labelledby={name}>
            <VisualEditor
              ref={both}
              format={format}
              content={value}
              onChange={onChange}
              onFailure={setFailure}
              problems={[]}
              {...services}
            />
          </section>
        </>
      )}
      {isWhole && (
        <Button small variant="ghost" onClick={toggle}>
          {isSource ? 'Edit without markup' : `Edit as ${language}`}
        </Button>
      )}
      {dialog}
    </Editors>
  )
}

const s = createStyled('content-resolution')
const Editors = s('div')`
  /* The bars of the page are behind the dialog. */
  --bars-above: 0px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  justify-items: start;
  & > * { width: 100%; }
  & > button { width: auto; }
  & > p { font-weight: 640; }
  && .ProseMirror { min-height: 120px; padding: 16px 18px 24px; }
`
