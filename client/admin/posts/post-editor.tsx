import { useNavigate } from 'react-router-dom'
import { MergeConflictDialog } from '#client/admin/conflicts/merge-conflict-dialog.tsx'
import { EditorFields } from '#client/admin/post-form/post-fields.tsx'
import { PresenceNotice } from '#client/admin/post-form/presence-notice.tsx'
import type { Offer } from '#client/admin/post-form/session/session-state.ts'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { pagePaths } from '#contract/paths.ts'
import { type Editor, type EditorProps, useEditor } from './use-editor.ts'

/** 'Create Blog Post' or 'Edit Blog Post'. Closes after a save, and asks before it discards unsaved text. */
export default function PostEditor(props: EditorProps) {
  const editor = useEditor(props)
  const { source, categories, authors } = props
  const { stale, isSaving } = editor
  const navigate = useNavigate()
  const openOnWritingPage = () =>
    navigate(source ? pagePaths.adminEdit(source.id) : pagePaths.adminNew, { state: { typed: editor.takeAway() } })
  return (
    <>
      <FormDialog
        title={source ? 'Edit Blog Post' : 'Create Blog Post'}
        submit={source ? 'Update Post' : 'Create Post'}
        onSubmit={editor.submit}
        noValidate={!stale}
        busy={isSaving ? 'Saving' : undefined}
        cancel={null}
        buttons={
          <>
            {!stale && (
              <OpenFullEditor variant="ghost" disabled={isSaving} onClick={openOnWritingPage}>
                Open on the writing page
              </OpenFullEditor>
            )}
            <Button variant="ghost" onClick={stale ? editor.editOn : editor.cancel}>
              {stale ? 'Back to my text' : 'Cancel'}
            </Button>
          </>
        }
        open={editor.open}
        onClose={editor.cancel}
        persistent
      >
        <Content inert={isSaving}>
          {stale ? (
            <MergeConflictDialog stale={stale} decisions={editor.decisions} />
          ) : (
            <>
              <PresenceNotice postId={source?.id} revision={editor.base.revision} />
              <EditorNotices editor={editor} />
              <EditorFields
                form={editor}
                titleRef={editor.titleRef}
                source={source}
                categories={categories}
                authors={authors}
                errors={editor.failure?.errors ?? {}}
              />
            </>
          )}
        </Content>
      </FormDialog>
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

/** A new attempt remounts the alert, so that it takes the focus again. */
function EditorNotices({ editor }: { editor: Editor }) {
  const { offer, failure } = editor
  return (
    <>
      {offer && <UnsavedText offer={offer} editor={editor} />}
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={editor.dismissFailure}>
          {failure.message}
        </Alert>
      )}
    </>
  )
}

function UnsavedText({ offer, editor }: { offer: Offer; editor: Editor }) {
  return (
    <Alert tone="warning">
      <p>
        You have unsaved text from <time dateTime={offer.savedAt}>{formatDateTime(offer.savedAt, 'local')}</time>
        <span>{offer.text.fields.title.trim() !== '' && `: “${offer.text.fields.title}”`}</span>
      </p>
      <ButtonRow>
        <Button variant="outline" small onClick={() => editor.restore(offer)}>
          Restore
        </Button>
        <Button variant="ghost" small onClick={() => editor.discard(offer)}>
          Discard
        </Button>
      </ButtonRow>
    </Alert>
  )
}

const s = createStyled('post-editor')
const Content = s('div')`
  display: grid;
  gap: 20px;
`
const OpenFullEditor = s(Button)`
  margin-right: auto;
  ${media.narrow} { flex-basis: 100%; }
`
const ButtonRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 12px;
`
