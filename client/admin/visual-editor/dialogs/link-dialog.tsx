import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { Suggestions } from '#client/admin/images/dialogs.styles.ts'
import type { BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { linkAt, removeLink, setLink } from '#client/admin/visual-editor/commands/link-commands.ts'
import { linkFromTyped } from '#client/admin/visual-editor/commands/safe-urls.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { useLinkSuggestions } from './use-link-suggestions.ts'

type LinkDialogProps = Pick<BodyEditorProps, 'findLinks'> & { view: EditorView; onClosed: () => void }

const NO_LINK = 'Enter an address like https://example.com, a path like /blog, or an e-mail address.'

/** Links the selected text, or changes the link at the cursor. Suggests pages of this site. */
export function LinkDialog({ view, findLinks, onClosed }: LinkDialogProps) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [existing] = useState(() => linkAt(view.state))
  const [address, setAddress] = useState<string>(existing?.mark.attrs.href ?? '')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useFirstFocus<HTMLInputElement>()
  const list = useLinkSuggestions(address, findLinks, ({ url, title }) => {
    setAddress(url)
    setText((typed) => typed || title)
    setProblem(undefined)
  })
  const asksForText = !existing && view.state.selection.empty

  const submit = () => {
    const href = address === existing?.mark.attrs.href ? address : linkFromTyped(address)
    if (href === undefined) return setProblem(NO_LINK)
    setLink(href, text)(view.state, view.dispatch)
    close()
  }
  const remove = () => {
    removeLink(view.state, view.dispatch)
    close()
  }
  return (
    <FormDialog
      title={existing ? 'Edit link' : 'Add a link'}
      submit={existing ? 'Save link' : 'Add link'}
      onSubmit={submit}
      noValidate
      cancel={null}
      buttons={
        existing && (
          <Button variant="danger" onClick={remove}>
            Remove link
          </Button>
        )
      }
      open={open}
      onClose={close}
    >
      <div>
        <Field label="Address" error={problem} hint="Type a web address, or words of a page of this site.">
          <TextInput
            ref={field}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            {...list.fieldProps}
            onKeyDown={list.onKeyDown}
          />
        </Field>
        <Suggestions {...list.listProps}>
          {list.links.map((link, index) => (
            <li key={link.url} {...list.optionProps(index)}>
              <span dir="auto">{link.title}</span>
              <span>{link.url}</span>
            </li>
          ))}
        </Suggestions>
      </div>
      {asksForText && (
        <Field label="Text" optional hint="What readers see. Without it, the address.">
          <TextInput value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
