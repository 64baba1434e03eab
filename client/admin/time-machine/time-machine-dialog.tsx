import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { fetchContentCommits, openTimeMachine } from '#client/api/time-machine.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { DateInput } from '#client/ui/form/date-input.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { ContentCommit, TimeMachineLink } from '#contract/time-machine.ts'

/** Creates links to the public pages of a former time. */
export default function TimeMachineDialog({ onClosed }: { onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const commits = useQuery({ queryKey: ['commits'], queryFn: fetchContentCommits })
  const { link, failure, busy, create } = useLink()
  return (
    <FormDialog
      title="Time machine"
      submit={commits.data?.kept ? 'Create link' : undefined}
      onSubmit={create}
      busy={busy ? 'Reading the past' : undefined}
      cancel="Close"
      cancelVariant="ghost"
      open={open}
      onClose={close}
    >
      <QueryView query={commits} label="Loading commits...">
        {(past) =>
          past.kept ? (
            <Content>
              <p>
                Shows the public pages of this site as of a former time: its content, in today’s design. What was a
                draft or scheduled then stays hidden.
              </p>
              <MomentFields commits={past.commits} />
              {failure && (
                <Alert key={failure.attempt} focusOnMount>
                  {failure.message}
                </Alert>
              )}
              <p role="status">
                {busy && 'Reading the content of that time from git. With thousands of posts, this takes some seconds.'}
              </p>
              {link && <CreatedLink link={link} />}
            </Content>
          ) : (
            <p>{past.reason}</p>
          )
        }
      </QueryView>
    </FormDialog>
  )
}

function MomentFields({ commits }: { commits: readonly ContentCommit[] }) {
  const [commit, setCommit] = useState('')
  return (
    <>
      <Field label="Moment">
        <Select name="commit" value={commit} onChange={({ target }) => setCommit(target.value)}>
          <option value="">A date and time</option>
          {commits.map((one) => (
            <option
              key={one.commit}
              value={one.commit}
            >{`${formatDateTime(one.at, 'local')}: ${one.subject} (${one.author})`}</option>
          ))}
        </Select>
      </Field>
      {commit === '' && (
        <Field label="Date and time" hint="In your time zone.">
          <DateInput type="datetime-local" name="at" required />
        </Field>
      )}
    </>
  )
}

function CreatedLink({ link: { path, at, commit, rejected } }: { link: TimeMachineLink }) {
  return (
    <div role="status">
      <TextLink to={new URL(path, location.origin).href} target="_blank" rel="noopener">
        {`Open the site as of ${formatDateTime(at, 'local')}`}
      </TextLink>
      <p>
        Commit <code>{commit.slice(0, 7)}</code>. Everyone with this link can open it for seven days.
        <span>
          {rejected > 0 &&
            ` ${rejected === 1 ? 'One file is' : `${rejected} files are`} left out: invalid by today’s rules.`}
        </span>
      </p>
    </div>
  )
}

/** Creates the link of the form. */
function useLink() {
  const [link, setLink] = useState<TimeMachineLink>()
  const { busy, failure, run } = useAction(async (form: HTMLFormElement) => {
    const chosen = new FormData(form)
    const commit = String(chosen.get('commit') ?? '')
    setLink(undefined)
    setLink(await openTimeMachine(commit ? { commit } : { at: new Date(String(chosen.get('at'))).toISOString() }))
  })
  return { link, failure, busy, create: ({ currentTarget }: FormEvent<HTMLFormElement>) => run(currentTarget) }
}

const s = createStyled('time-machine-dialog')
const Content = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
  & > [role='status'] { display: grid; gap: 6px; overflow-wrap: anywhere; }
`
