import { type FormEvent, useId, useRef, useState } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { scoped } from '#client/ui/scoped.ts'
import type { Name } from '#contract/names.ts'
import type { PostSource } from '#contract/posts.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { EditorFields } from './editor-fields.tsx'
import type { KeptDraft } from './local-draft.ts'
import { StaleNotice } from './stale-notice.tsx'
import { useClosing } from './use-closing.ts'
import { useFirstFocus } from './use-first-focus.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { usePostForm } from './use-post-form.ts'
import { useSave } from './use-save.ts'

type Props = {
  /** The post as its file has it; without one the editor makes a new post. */
  source: PostSource | undefined
  categories: readonly Name[]
  tags: readonly Name[]
  onClosed: () => void
  onSaved: (isNew: boolean) => void
  onTagsCreated: () => void
}

/** 'Create Blog Post' or 'Edit Blog Post' (§2): persistent, at most 800 px wide; closes when it has saved, and asks before it drops unsaved text. */
export function PostEditor({ source, categories, tags, onClosed, onSaved, onTagsCreated }: Props) {
  const formId = useId()
  const titleRef = useFirstFocus<HTMLInputElement>()
  const { open, close } = useClosing(onClosed)
  const form = usePostForm(source, tags, onTagsCreated)
  const draft = useKeptDraft(source?.id, form)
  const [asking, setAsking] = useState(false)
  const thrownAway = useRef(false)
  const { state, save, dismiss } = useSave(source?.id, form, draft.flush, () => {
    draft.finish('saved')
    onSaved(source === undefined)
    close()
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const cancel = () => (form.dirty ? setAsking(true) : close())
  const throwAway = async () => {
    draft.finish('thrown away')
    thrownAway.current = true
  }
  /** The question closes before the editor does: the focus cannot go back behind a dialog that is still open. */
  const answered = () => {
    setAsking(false)
    if (thrownAway.current) close()
  }
  const takeTheirs = (current: PostSource) => {
    draft.setAside()
    form.begin(current)
    dismiss()
    titleRef.current?.focus()
  }
  const restore = (kept: KeptDraft) => {
    draft.restore(kept)
    form.fill(kept.fields, kept.base)
    titleRef.current?.focus()
  }
  const discard = (kept: KeptDraft) => {
    draft.discard(kept)
    titleRef.current?.focus()
  }
  const saving = state.status === 'saving'

  return (
    <>
      <Dialog
        title={source ? 'Edit Blog Post' : 'Create Blog Post'}
        open={open}
        onClose={cancel}
        persistent
        footer={
          <>
            <Button variant="ghost" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={saving ? 'Saving' : undefined}>
              {source ? 'Update Post' : 'Create Post'}
            </Button>
          </>
        }
      >
        <Form id={formId} onSubmit={submit} noValidate inert={saving}>
          {draft.offer && <DraftOffer kept={draft.offer} onRestore={restore} onDiscard={discard} />}
          {state.status === 'stale' && (
            <StaleNotice
              key={state.attempt}
              message={state.message}
              mine={form.fields}
              theirs={state.current}
              onKeepMine={() => save({ ...form.base, revision: state.current.revision })}
              onTakeTheirs={() => takeTheirs(state.current)}
            />
          )}
          {state.status === 'refused' && (
            <Alert key={state.attempt} focusOnMount onDismiss={dismiss}>
              {state.message}
            </Alert>
          )}
          <EditorFields
            form={form}
            titleRef={titleRef}
            source={source}
            categories={categories}
            errors={state.status === 'refused' ? state.errors : {}}
          />
        </Form>
      </Dialog>
      {asking && <ConfirmDialog question={{ ...dropping, onYes: throwAway }} onClosed={answered} />}
    </>
  )
}

const dropping = {
  title: 'Discard unsaved changes?',
  text: 'What you changed in this post has not been saved.',
  yes: 'Discard changes',
  no: 'Keep editing',
  busy: 'Discarding',
}

const s = scoped('post-editor')
const Form = s('form')`
  display: grid;
  gap: 20px;
`
