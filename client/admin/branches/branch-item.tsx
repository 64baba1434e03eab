import { useId } from 'react'
import { durationInWords } from '#client/admin/shared/in-words.ts'
import { When } from '#client/admin/shared/when.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import type { BranchProblem, ListedBranch } from '#contract/branches.ts'
import { BranchPreviewPanel } from './branch-preview.tsx'
import type { BranchesState } from './use-branches.ts'

type Props = { branch: ListedBranch; branches: BranchesState }

/** One branch: who changed what, what its checks found, and what can be done with it. */
export function BranchItem({ branch, branches }: Props) {
  const id = useId()
  const { name, author, at, subject, files } = branch
  const preview = branches.previews[name]
  const isBusy = branches.busy === name
  return (
    <Item aria-labelledby={id}>
      <h2 id={id} dir="auto">
        {name}
      </h2>
      <p>
        <bdi>{subject}</bdi>
      </p>
      <p>
        <bdi>{author}</bdi>, <When at={at} /> ({ageInWords(at)}): {filesInWords(files)} changed
      </p>
      <Findings branch={branch} />
      <ButtonRow>
        {branch.canPreview && (
          <Button small busy={isBusy ? 'Working' : undefined} onClick={() => branches.preview(branch)}>
            <LabelWithHiddenContext visible="Preview" hidden={name} />
          </Button>
        )}
        {branch.canPublish && (
          <Button variant="outline" small onClick={() => branches.askToPublish(branch)}>
            <LabelWithHiddenContext visible="Publish" hidden={name} />
          </Button>
        )}
        {branch.hasLinks && (
          <Button variant="outline" small onClick={() => branches.endPreview(branch)}>
            <LabelWithHiddenContext visible="End preview" hidden={name} />
          </Button>
        )}
        {branch.canRemove && (
          <Button variant="ghost" small onClick={() => branches.askToRemove(branch)}>
            <LabelWithHiddenContext visible="Remove" hidden={name} />
          </Button>
        )}
      </ButtonRow>
      {preview && branch.canPreview && <BranchPreviewPanel branch={branch} preview={preview} />}
    </Item>
  )
}

/** A clock may be ahead of that of another computer. */
const ageInWords = (at: string) => `${durationInWords(Math.max(0, (Date.now() - Date.parse(at)) / 1000))} ago`
const filesInWords = (count: number) => (count === 1 ? 'one file' : `${count.toLocaleString('en')} files`)

function Findings({ branch }: { branch: ListedBranch }) {
  const { reason, rejected, rejectedCount, conflicts, errors, warnings, problems } = branch
  const isFine = reason === null && rejectedCount + conflicts.length + errors === 0
  return (
    <FindingList>
      {reason !== null && <li>{reason}</li>}
      {rejectedCount > 0 && (
        <li>
          It changes files that the site does not merge, so it can’t be published here:
          <FileNames files={rejected} count={rejectedCount} />
        </li>
      )}
      {conflicts.length > 0 && (
        <li>
          The live site has changed the same lines. {conflictAdvice(conflicts)}
          <FileNames files={conflicts.map(({ file }) => file)} count={conflicts.length} />
        </li>
      )}
      {errors > 0 && <li>The checks find {errors === 1 ? 'one error' : `${errors} errors`}: it can’t be published.</li>}
      {isFine && <li>The checks find no errors.</li>}
      {problems.length > 0 && <Problems problems={problems} count={errors + warnings} />}
    </FindingList>
  )
}

const conflictAdvice = (conflicts: ListedBranch['conflicts']) =>
  conflicts.every(({ canResolve }) => canResolve)
    ? 'Publish asks you to decide:'
    : 'Merge the live branch into it, and push it again:'

function FileNames({ files, count }: { files: readonly string[]; count: number }) {
  return (
    <ul>
      {files.map((file) => (
        <li key={file}>
          <code>{file}</code>
        </li>
      ))}
      {count > files.length && <li>and {count - files.length} more</li>}
    </ul>
  )
}

function Problems({ problems, count }: { problems: readonly BranchProblem[]; count: number }) {
  return (
    <li>
      <details>
        <summary>What the checks found ({count})</summary>
        <ul>
          {problems.map(({ file, line, reason, severity }) => (
            <li key={`${file} ${line} ${reason}`}>
              <code>
                {file}:{line}
              </code>{' '}
              {reason}
              {severity === 'warning' && ' (warning)'}
            </li>
          ))}
          {count > problems.length && <li>and {count - problems.length} more</li>}
        </ul>
      </details>
    </li>
  )
}

const s = createStyled('admin-branch')
const Item = s('li')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 20px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  overflow-wrap: anywhere;
  & > h2 { font-size: 1.25rem; }
  & > p { color: var(--text-2); font-size: var(--t-small); }
`
const FindingList = s('ul')`
  display: grid;
  gap: 6px;
  & ul { padding-left: 22px; list-style: disc; }
  & summary { min-height: 44px; align-content: center; cursor: pointer; }
`
const ButtonRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin-top: 6px;
`
