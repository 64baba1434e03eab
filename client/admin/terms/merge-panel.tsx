import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import type { TaxonomyKey } from '#client/api/content.ts'
import { mergeTerm, PostsAreEdited } from '#client/api/terms.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { EditedPosts, TermDetail } from '#contract/terms.ts'
import { Part } from './terms.styles.ts'
import { inPosts, nouns } from './use-terms.ts'

type Props = {
  kind: TaxonomyKey
  term: TermDetail
  others: readonly TermDetail[]
  /** The id of the one that is chosen first. */
  suggested: string | undefined
  reload: () => Promise<void>
}

/** Merges the term into another one, which stays. */
export function MergePanel({ kind, term, others, suggested, reload }: Props) {
  const { one } = nouns[kind]
  const [into, setInto] = useState(suggested ?? '')
  /** `edited`: posts that somebody has open, which the question names. */
  const [asked, setAsked] = useState<{ edited: EditedPosts['posts'] }>()
  const toast = useToast()
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (suggested !== undefined) select.current?.focus()
  }, [suggested])
  const goal = others.find(({ id }) => id === into)
  const { failure, run, dismiss } = useAction(async (edited: EditedPosts['posts']) => {
    toast(await mergeTerm(kind, term.id, { into, despite: edited.map(({ id }) => id) }))
    navigate(adminPaths.termPage(kind, into), { replace: true })
    await reload()
  })
  const edited = failure?.error instanceof PostsAreEdited ? failure.error.posts : undefined
  return (
    <Panel aria-labelledby="merge">
      <Head>
        <h2 id="merge">Merge</h2>
      </Head>
      <Part>
        {failure && (
          <Alert key={failure.attempt} tone={edited ? 'warning' : 'danger'} focusOnMount onDismiss={dismiss}>
            <p>{failure.message}</p>
            {edited && (
              <>
                <ul>
                  {edited.map(({ id, title, by }) => (
                    <li key={id}>{`“${title}”: ${by.join(', ')}`}</li>
                  ))}
                </ul>
                <p>Their texts are not lost: what they save is merged with this change.</p>
                <Button variant="outline" small onClick={() => setAsked({ edited })}>
                  Merge all the same …
                </Button>
              </>
            )}
          </Alert>
        )}
        <Field label={`Merge this ${one} into`} hint="Its posts get the other one, and its address redirects there.">
          <Select ref={select} value={into} onChange={({ target }) => setInto(target.value)}>
            <option value="">{`Choose a ${one}`}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="outline" disabled={!goal} onClick={() => setAsked({ edited: [] })}>
          Merge …
        </Button>
      </Part>
      {asked && goal && (
        <ConfirmDialog
          question={{
            title: `Merge “${term.name}” into “${goal.name}”?`,
            text: consequences(term, goal),
            yes: 'Merge',
            no: 'Cancel',
            busy: 'Merging',
            onYes: () => run(asked.edited),
          }}
          onClosed={() => setAsked(undefined)}
        />
      )}
    </Panel>
  )
}

function consequences({ name, posts }: TermDetail, goal: TermDetail): string {
  const moved = posts === 0 ? 'No post has it.' : `${inPosts(posts)} with “${name}” will have “${goal.name}” instead.`
  return `${moved} “${name}” is gone then, and its address redirects. This is one change, for all of them.`
}
