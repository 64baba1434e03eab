import { useId } from 'react'
import { ConfirmDialog } from '#client/admin/confirm-dialog.tsx'
import { MergeConflictDialog } from '#client/admin/conflicts/merge-conflict-dialog.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { EditorFields } from './editor-fields.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { type EditorProps, useEditor } from './use-editor.ts'

/** 'Create Blog Post' or 'Edit Blog Post' (§2): persistent, at most 800 px wide; closes when it has saved, and asks before it drops unsaved text. */
export function PostEditor(props: EditorProps) {
  const formId = useId()
  const editor = useEditor(props)
  const { source, categories } = props
  const { form, state } = editor
  const saving = state.status === 'saving'
  const stale = state.status === 'stale' ? state.stale : undefined
  const buttons = (
    <>
      <Button variant="ghost" onClick={stale ? editor.editOn : editor.cancel}>
        {stale ? 'Back to my text' : 'Cancel'}
      </Button>
      <Button type="submit" form={formId} busy={saving ? 'Saving' : undefined}>
        {source ? 'Update Post' : 'Create Post'}
      </Button>
    </>
  )
  return (
    <>
      <Dialog
        title={source ? 'Edit Blog Post' : 'Create Blog Post'}
        open={editor.open}
        onClose={editor.cancel}
        persistent
        footer={buttons}
      >
        <Form id={formId} onSubmit={editor.submit} noValidate={!stale} inert={saving}>
          {stale ? (
            <MergeConflictDialog stale={stale} decisions={editor.decisions} />
          ) : (
            <>
              <EditorNotices editor={editor} />
              <EditorFields
                form={form}
                titleRef={editor.titleRef}
                source={source}
                categories={categories}
                errors={state.status === 'refused' ? state.errors : {}}
              />
            </>
          )}
        </Form>
      </Dialog>
      {editor.asking && (
        <ConfirmDialog question={{ ...dropping, onYes: editor.throwAway }} onClosed={editor.answered} />
      )}
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

const s = createStyled('post-editor')
const Form = s('form')`
  display: grid;
  gap: 20px;
`
