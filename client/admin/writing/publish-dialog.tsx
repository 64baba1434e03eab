import { useEffect, useEffectEvent, useState } from 'react'
import { formOf, type PostBase, toWorkingFields } from '#client/admin/post-form/session/fields.ts'
import { type Action, actionLabels, busyLabels, consequences } from '#client/admin/post-form/session/publication.ts'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { errorMessage, fieldLabel } from '#client/admin/shared/errors.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { checkPost } from '#client/api/writing.ts'
import { TextButton } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea } from '#client/ui/form/inputs.tsx'
import { pagePaths } from '#contract/paths.ts'
import { postFormSchema } from '#contract/post-form.ts'
import { validate } from '#contract/validate.ts'
import type { CheckedPost, TextProblem } from '#contract/writing.ts'

type Props = {
  writing: Writing
  action: Exclude<Action, 'draft'>
  /** `field`: the one to go to. */
  onClosed: (field?: string) => void
}

/** Says what changes for visitors, and what is missing, before it happens. */
export function PublishDialog({ writing, action, onClosed }: Props) {
  const [wanted, setWanted] = useState<string>()
  const { open, close } = useCloseThenUnmount(() => onClosed(wanted))
  const first = useFirstFocus<HTMLButtonElement>()
  const { problems: found, isChecking, address: given, beginning } = useProblems(writing, action)
  const { busy, run } = useAction(async () => {
    await writing.save(action)
    close()
  })
  const isFilled = beginning !== undefined
  // What was filled in is missing no more, unless it was deleted.
  const hasSummary = isFilled && writing.fields.summary.trim() !== ''
  const isMissingSummary = ({ field, severity }: TextProblem) => field === 'summary' && severity === 'error'
  const problems = found.filter((one) => !(hasSummary && isMissingSummary(one)))
  const isPrevented = problems.some(({ severity }) => severity === 'error')
  const { fields } = writing
  const address = fields.address || writing.source?.id || given
  const url = address
    ? location.origin + pagePaths.post(address)
    : `${location.origin}${pagePaths.post('')}… (made from the title)`
  const before = writing.postState
  return (
    <FormDialog
      title={titles[action]}
      submit={actionLabels[action]}
      onSubmit={run}
      busy={busy ? busyLabels[action] : undefined}
      disabled={isPrevented}
      danger={action === 'unpublish'}
      cancel="Back to writing"
      cancelVariant="ghost"
      cancelRef={first}
      open={open}
      onClose={close}
    >
      <Words>
        {consequences({ action, before, fields, source: writing.source, url }, new Date()).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isFilled && (
          <Field label="Summary" hint="Filled in from the beginning of the text, for lists and search results.">
            <TextArea
              rows={3}
              value={fields.summary}
              onChange={({ target }) => writing.set({ summary: target.value })}
            />
          </Field>
        )}
        <Problems
          // It may be filled in as soon as the text is checked.
          problems={isChecking ? problems.filter((one) => !isMissingSummary(one)) : problems}
          onField={(field) => {
            setWanted(field)
            close()
          }}
        />
        <p role="status">{isChecking && 'Checking the text…'}</p>
      </Words>
    </FormDialog>
  )
}

const titles: Record<Exclude<Action, 'draft'>, string> = {
  publish: 'Publish this post?',
  schedule: 'Schedule this post?',
  update: 'Update this post?',
  unpublish: 'Unpublish this post?',
}

type ProblemsProps = { problems: readonly TextProblem[]; onField: (field: string) => void }

function Problems({ problems, onField }: ProblemsProps) {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  return (
    <>
      {errors.length > 0 && <ProblemList title="Required before publishing" problems={errors} onField={onField} />}
      {warnings.length > 0 && <ProblemList title="Worth a look" problems={warnings} onField={onField} />}
    </>
  )
}

const ProblemList = ({ title, problems, onField }: ProblemsProps & { title: string }) => (
  <div>
    <h3>{title}</h3>
    <ul>
      {problems.map((problem) => (
        <li key={`${problem.field} ${problem.line} ${problem.message}`}>
          <TextButton onClick={() => onField(problem.field)}>{problem.message}</TextButton>{' '}
          <small>{locationOf(problem)}</small>
        </li>
      ))}
    </ul>
  </div>
)

/** The field, unless the message begins with it, and the line. */
function locationOf({ field, message, line }: TextProblem): string {
  const label = fieldLabel(field)
  return [!message.startsWith(label) && label, line && `line ${line}`].filter(Boolean).join(', ')
}

type Checked = CheckedPost & { isChecking: boolean }

/** What the form lacks, and then what the server finds. Unpublishing needs only a title. */
function useProblems(writing: Writing, action: Action): Checked {
  const [checked, setChecked] = useState<Checked>({ problems: [], isChecking: true })
  const check = useEffectEvent(async (show: (next: Checked) => void) => {
    const { base, fields: typed } = writing
    const fields = { ...typed, content: await writing.contentNow(), draft: action === 'unpublish' }
    const lacking = missingIn(formOf(fields, base), base)
    show({ problems: lacking, isChecking: action !== 'unpublish' })
    if (action === 'unpublish') return
    const found = await checkPost(toWorkingFields(fields, base))
    const others = found.problems.filter(
      ({ field, severity }) => !lacking.some((one) => severity === 'error' && one.field === field),
    )
    show({ ...found, problems: [...lacking, ...others], isChecking: false })
    if (found.beginning !== undefined && fields.summary.trim() === '')
      writing.set({ summary: found.beginning.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;')) })
  })
  useEffect(() => {
    let isOver = false
    const show = (next: Checked) => isOver || setChecked(next)
    check(show).catch((error) => {
      const message = `The text could not be checked. ${errorMessage(error)}`
      const problem: TextProblem = { severity: 'warning', field: 'content', message }
      if (!isOver) setChecked((before) => ({ ...before, problems: [...before.problems, problem], isChecking: false }))
    })
    return () => {
      isOver = true
    }
  }, [])
  return checked
}

function missingIn(form: unknown, { stored }: PostBase): TextProblem[] {
  const checked = validate(postFormSchema(stored), form)
  const missing = checked.ok ? [] : Object.entries(checked.errors)
  return missing.map(([field, { message }]) => ({ severity: 'error', field, message }))
}

const s = createStyled('publish-dialog')
const Words = s('div')`
  display: grid;
  gap: 14px;
  & h3 { margin-bottom: 6px; font: 640 1.0625rem / 1.35 var(--f-body); }
  & ul { display: grid; gap: 8px; padding-left: 20px; list-style: square; }
  & small, & [role='status'] { color: var(--text-2); }
  & [role='status']:empty { display: none; }
`
