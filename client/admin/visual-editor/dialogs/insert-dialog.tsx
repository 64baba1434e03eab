import type { EditorView } from 'prosemirror-view'
import { type ComponentProps, useState } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import type { InsertedKind } from '#client/admin/visual-editor/commands/editor-host.ts'
import { insertEmbed, insertSource, toggleSource } from '#client/admin/visual-editor/commands/insert-source.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import type { PostFormat } from '#contract/post-form.ts'

type InsertDialogProps = {
  kind: Exclude<InsertedKind, 'emoji'>
  view: EditorView
  format: PostFormat
  onClosed: () => void
}

/** Asks for what is inserted at the cursor: an embed, a block that unfolds, a formula, or HTML. */
export default function InsertDialog({ kind, ...props }: InsertDialogProps) {
  if (kind === 'embed') return <EmbedDialog {...props} />
  if (kind === 'toggle') return <ToggleDialog {...props} />
  return <SourceDialog {...props} {...sources[kind]} />
}

type PartProps = Omit<InsertDialogProps, 'kind'>

function EmbedDialog({ view, onClosed }: PartProps) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useFirstFocus<HTMLInputElement>()
  const submit = () => {
    if (insertEmbed(view, address)) close()
    else setProblem('Enter an address like https://www.youtube.com/watch?v=….')
  }
  return (
    <FormDialog title="Add an embed" submit="Add embed" onSubmit={submit} noValidate open={open} onClose={close}>
      <Field
        label="Address"
        error={problem}
        hint="A video of YouTube or Vimeo is shown as a card that leads to it, any other page as a link."
      >
        <TextInput
          ref={field}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </Field>
    </FormDialog>
  )
}

function ToggleDialog({ view, format, onClosed }: PartProps) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useFirstFocus<HTMLInputElement>()
  const submit = () => {
    if (title.trim() === '') return setProblem('Enter what is shown before it is unfolded.')
    insertSource(view, toggleSource(title, text, format))
    close()
  }
  return (
    <FormDialog title="Add a toggle" submit="Add toggle" onSubmit={submit} noValidate open={open} onClose={close}>
      <Field label="Title" error={problem} hint="Always shown. Readers press it to unfold the text.">
        <TextInput ref={field} value={title} onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <Field label="Text" hint={format === 'html' ? 'A blank line begins a paragraph.' : 'Markdown.'}>
        <TextArea rows={5} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </FormDialog>
  )
}

type SourceKind = { title: string; submit: string; label: string; hint: string; toSource: (text: string) => string }

const sources: Record<'html' | 'formula', SourceKind> = {
  html: {
    title: 'Add HTML',
    submit: 'Add HTML',
    label: 'HTML',
    hint: 'It is stored as it is. The page leaves out scripts and styles.',
    toSource: (text) => text.trim(),
  },
  formula: {
    title: 'Add a formula',
    submit: 'Add formula',
    label: 'TeX',
    hint: 'For example \\frac{1}{2}.',
    toSource: (text) =>
      `$$\n${text
        .trim()
        .replace(/^\$\$|\$\$$/g, '')
        .trim()}\n$$`,
  },
}

function SourceDialog({ view, onClosed, title, submit: name, label, hint, toSource }: PartProps & SourceKind) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [text, setText] = useState('')
  const field = useFirstFocus<HTMLTextAreaElement>()
  const submit = () => {
    if (text.trim() !== '') insertSource(view, toSource(text))
    close()
  }
  const change: ComponentProps<typeof TextArea>['onChange'] = ({ target }) => setText(target.value)
  return (
    <FormDialog title={title} submit={name} onSubmit={submit} noValidate open={open} onClose={close}>
      <Field label={label} hint={hint}>
        <TextArea code rows={6} ref={field} value={text} onChange={change} />
      </Field>
    </FormDialog>
  )
}
