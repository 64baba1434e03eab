import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Hunks } from '#client/admin/history/version-changes.tsx'
import { Head, WarningPanel } from '#client/admin/shared/admin.styles.ts'
import { ConfirmDialog, type Question } from '#client/admin/shared/dialogs.tsx'
import { errorMessage, LoadFailed } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { applyStuckSave, discardStuckSave, fetchStuckSaves } from '#client/api/content.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { StuckSave } from '#contract/stuck-saves.ts'

/** Saves that could not be merged with what others have pushed: each is made over that, or discarded. */
export default function StuckSaves() {
  const id = useId()
  const withConfirmation = useConfirmation()
  const { data: saves = [], error, refetch } = useQuery({ queryKey: ['stuck-saves'], queryFn: fetchStuckSaves })
  const [question, setQuestion] = useState<Question>()
  const deciding = useAction((decide: (id: string) => Promise<void>, save: StuckSave) =>
    withConfirmation(() => decide(save.id)).finally(() => refetch()),
  )

  const askToApply = (save: StuckSave) =>
    setQuestion({
      title: 'Apply this change?',
      text: 'It is made to what is live now. Where others have changed the same lines, theirs are replaced.',
      yes: 'Apply',
      no: 'Cancel',
      busy: 'Applying...',
      onYes: () => deciding.run(applyStuckSave, save),
    })
  const askToDiscard = (save: StuckSave) =>
    setQuestion({
      title: 'Discard this change?',
      text: 'What is live now stays as it is. The change can’t be brought back.',
      yes: 'Discard',
      no: 'Keep it',
      busy: 'Discarding...',
      onYes: () => deciding.run(discardStuckSave, save),
    })

  if (saves.length === 0 && !error && !deciding.failure) return null
  return (
    <Saves aria-labelledby={id}>
      <Head>
        <h2 id={id}>Saves that could not be merged</h2>
      </Head>
      <p>Others changed the same lines before these saves arrived. They are stored, but not live.</p>
      {deciding.failure && (
        <Alert key={deciding.failure.attempt} onDismiss={deciding.dismiss}>
          {deciding.failure.message}
        </Alert>
      )}
      {error && <LoadFailed message={errorMessage(error)} onRetry={() => refetch()} />}
      <ul>
        {saves.map((save) => (
          <SaveItem key={save.id}>
            <h3>{save.subject}</h3>
            <p>
              <span>{save.author ?? 'The site'}</span>,{' '}
              <time dateTime={save.at}>{formatDateTime(save.at, 'local')}</time>: <span>{save.reason}</span>.
            </p>
            <details>
              <summary>What it changed</summary>
              {save.files.map(({ path, diff }) => (
                <div key={path}>
                  <code>{path}</code>
                  {diff ? <Hunks hunks={diff.hunks} isCode /> : <p>An image, or another file that isn’t text.</p>}
                  {diff?.cut && <p>More changed than is shown here.</p>}
                </div>
              ))}
            </details>
            <Actions>
              {save.canApply && (
                <Button variant="outline" small onClick={() => askToApply(save)}>
                  <LabelWithHiddenContext visible="Apply" hidden={save.subject} />
                </Button>
              )}
              <Button variant="outline" small onClick={() => askToDiscard(save)}>
                <LabelWithHiddenContext visible="Discard" hidden={save.subject} />
              </Button>
            </Actions>
            {!save.canApply && <p>It changes files that only an operator changes: make the change in git.</p>}
          </SaveItem>
        ))}
      </ul>
      {question && <ConfirmDialog question={question} onClosed={() => setQuestion(undefined)} />}
    </Saves>
  )
}

const s = createStyled('admin-stuck-saves')
const Saves = s(WarningPanel)`
  display: grid;
  gap: 10px;
`
const SaveItem = s('li')`
  display: grid;
  gap: 6px;
  padding-block: 10px;
  border-top: 1px solid var(--line);
  & > h3 { font-size: 1.0625rem; }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
`
