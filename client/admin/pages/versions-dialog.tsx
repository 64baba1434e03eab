import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { DiffText } from '#client/admin/shared/diff-text.tsx'
import { fetchPageHistory, fetchPageVersion } from '#client/api/page-files.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import type { FormValues, PageFile, PageHistory, PageVersionDetail } from '#contract/page-files.ts'
import { inWords } from './values-in-words.ts'

type Props = { opened: PageFile; onFill: (values: FormValues) => void; onClosed: () => void }

/** The versions of a file in git. A version fills the form, and is then saved like any other change. */
export default function VersionsDialog({ opened, onFill, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const query = useQuery({ queryKey: ['page-history', opened.file], queryFn: () => fetchPageHistory(opened.file) })
  function fill(values: FormValues) {
    onFill(values)
    close()
  }
  return (
    <Dialog title={`History of “${opened.title}”`} open={open} onClose={close} wide>
      <QueryView query={query} label="Loading history...">
        {(history) => <Versions opened={opened} history={history} onFill={fill} />}
      </QueryView>
    </Dialog>
  )
}

type VersionsProps = { opened: PageFile; history: PageHistory; onFill: (values: FormValues) => void }

function Versions({ opened, history, onFill }: VersionsProps) {
  const [chosen, setChosen] = useState<string>()
  if (!history.kept) return <EmptyState title="No history here">{history.reason}</EmptyState>
  const { versions, more } = history
  const commit = chosen ?? versions[0]?.commit
  if (commit === undefined) return <EmptyState title="No version yet">No commit holds this file so far.</EmptyState>
  return (
    <Room>
      <Field
        label="Version"
        hint={more ? 'There are older versions in git: git log --follow shows them all.' : undefined}
      >
        <Select value={commit} onChange={({ target }) => setChosen(target.value)}>
          {versions.map(({ commit: one, at, author, subject }) => (
            <option key={one} value={one}>
              {`${formatDateTime(at, 'local')} · ${author} · ${subject}`}
            </option>
          ))}
        </Select>
      </Field>
      <Version key={commit} opened={opened} commit={commit} onFill={onFill} />
    </Room>
  )
}

type VersionProps = { opened: PageFile; commit: string; onFill: (values: FormValues) => void }

function Version({ opened, commit, onFill }: VersionProps) {
  const { file } = opened
  const query = useQuery({ queryKey: ['page-history', file, commit], queryFn: () => fetchPageVersion(file, commit) })
  return (
    <QueryView query={query} label="Loading version...">
      {(detail) => <Changes opened={opened} detail={detail} onFill={onFill} />}
    </QueryView>
  )
}

type ChangesProps = { opened: PageFile; detail: PageVersionDetail; onFill: (values: FormValues) => void }

function Changes({ opened, detail: { values, before, changesOthers }, onFill }: ChangesProps) {
  if (!values) return <p>The file of this version is missing, or invalid by today’s rules.</p>
  const fields = opened.sections.flatMap((section) =>
    section.fields.map((field) => ({
      ...field,
      name: section.title ? `${section.title}: ${field.label}` : field.label,
    })),
  )
  const changed = fields
    .map(({ path, name }) => ({ path, name, old: inWords(before?.[path]), now: inWords(values[path]) }))
    .filter(({ old, now }) => old !== now)
  return (
    <section aria-label="Version">
      {changed.length === 0 && <p>This version changed no field of the form.</p>}
      {changesOthers && <p>It also changed keys that have no field, which stay as they are now.</p>}
      <dl>
        {changed.map(({ path, name, old, now }) => (
          <div key={path}>
            <dt>{name}</dt>
            <dd>
              <DiffText before={old} after={now} />
            </dd>
          </div>
        ))}
      </dl>
      <Button small onClick={() => onFill(values)}>
        Use the values of this version
      </Button>
    </section>
  )
}

const s = createStyled('admin-page-versions')
const Room = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  & dl { display: grid; gap: 12px; margin-block: 12px 20px; }
  & dt { font-weight: 640; }
  & dd { white-space: pre-wrap; overflow-wrap: anywhere; }
`
