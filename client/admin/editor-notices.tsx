import { Alert } from '#client/ui/alert.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { StaleNotice } from './stale-notice.tsx'
import type { Editor } from './use-editor.ts'

/** What the editor has to say above its fields. Each failed attempt says it anew, and takes the focus. */
export function EditorNotices({ editor }: { editor: Editor }) {
  const { offer, state, form } = editor
  return (
    <>
      {offer && <DraftOffer kept={offer} onRestore={editor.restore} onDiscard={editor.discard} />}
      {state.status === 'stale' && (
        <StaleNotice
          key={state.attempt}
          message={state.message}
          mine={form.fields}
          theirs={state.current}
          onKeepMine={() => editor.keepMine(state.current)}
          onTakeTheirs={() => editor.takeTheirs(state.current)}
        />
      )}
      {state.status === 'refused' && (
        <Alert key={state.attempt} focusOnMount onDismiss={editor.dismiss}>
          {state.message}
        </Alert>
      )}
    </>
  )
}
