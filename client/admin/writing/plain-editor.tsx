import { useImperativeHandle, useRef, useState } from 'react'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea } from '#client/ui/form/inputs.tsx'
import { createStyled } from '#client/ui/styles.ts'
import type { BodyEditorProps } from './body-editor.ts'

/** The source of a text in a plain field. */
export default function PlainEditor({ format, content, onChange, ref }: BodyEditorProps) {
  const [text, setText] = useState(content)
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    flush: async () => area.current?.value ?? text,
    focus: () => area.current?.focus(),
    goTo(line, column = 1) {
      const field = area.current
      if (!field) return
      const before = field.value.split('\n').slice(0, line - 1)
      const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1
      field.focus()
      field.setSelectionRange(at, at)
    },
  }))
  return (
    <Field label={`Content (${format === 'md' ? 'Markdown' : 'HTML'})`}>
      <Area
        code
        rows={18}
        ref={area}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value)
        }}
      />
    </Field>
  )
}

const s = createStyled('plain-editor')
const Area = s(TextArea)`
  field-sizing: content;
  min-height: 50vh;
`
