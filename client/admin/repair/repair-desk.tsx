import { useRef, useState } from 'react'
import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { useLeaveGuard } from '#client/admin/shared/use-leave-guard.ts'
import { useShortcuts } from '#client/admin/shared/use-shortcuts.ts'
import { useLoginInPlace } from '#client/admin/shell/login-in-place.tsx'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { ContentFile, ContentProblem } from '#contract/content.ts'
import { pagePaths } from '#contract/paths.ts'
import { RepairLineDialog } from './repair-line-dialog.tsx'
import { useRepair } from './use-repair.ts'

const SourceEditor = lazyPart(() => import('#client/admin/source-editor/source-editor.tsx'))

type Props = { opened: ContentFile; failure: string | undefined; onReload: () => void }

/** The text of an invalid file with its problems. Saving puts it live. An ended session leaves the page unless text would be lost. */
export function RepairDesk({ opened, failure, onReload }: Props) {
  const editor = useRef<BodyEditorHandle>(null)
  const repair = useRepair(opened, editor)
  useLoginInPlace(repair.isUnsaved)
  const guard = useLeaveGuard({
    isUnstored: repair.isUnsaved,
    isLosing: repair.isUnsaved,
    store: async () => false,
  })
  useShortcuts({ onSave: repair.save, onPublish: () => {} })
  const [isAsked, setAsked] = useState(false)
  const [first] = repair.problems
  // Own changes of the text would be lost.
  const repaired = repair.isChanged ? undefined : opened.repaired
  const back = <TextLink to={pagePaths.adminBlog}>Back to the dashboard</TextLink>

  if (repair.isRepaired)
    return (
      <Alert tone="success" focusOnMount>
        <p>
          <code>{opened.file}</code> is repaired. The site shows it as you saved it.
        </p>
        {back}
      </Alert>
    )

  return (
    <Room>
      <p>
        <code>{opened.file}</code> <span>{meanwhile[opened.problems[0]?.shown ?? 'nothing']}</span> Correct what is
        marked, and save: the site shows the file at once.
      </p>
      <ul aria-label="Problems">
        {repair.problems.map((one) => (
          <ProblemItem key={`${one.line}:${one.column} ${one.reason}`}>
            <Button
              variant="outline"
              small
              onClick={() => editor.current?.goTo(one.line, one.column)}
            >{`Line ${one.line}`}</Button>
            <span>{one.reason}</span>
            {repaired?.line === one.line && (
              <Button small onClick={() => setAsked(true)}>
                Repair this line
              </Button>
            )}
          </ProblemItem>
        ))}
      </ul>
      {(repair.failure ?? failure) && (
        <Alert key={repair.failure?.attempt}>
          <p>{repair.failure?.message ?? failure}</p>
          {repair.isOutdated && (
            <Button variant="outline" small onClick={onReload}>
              Open the file again
            </Button>
          )}
        </Alert>
      )}
      <SourceEditor
        ref={editor}
        format="plain"
        label={`Text of ${opened.file}`}
        content={opened.text}
        startAt={first}
        onChange={repair.changed}
        onFailure={() => {}}
        problems={repair.marks}
        folder={undefined}
        uploadImage={noImages}
        chooseImage={async () => undefined}
        findLinks={async () => []}
        findImages={async () => []}
      />
      <Buttons>
        <Button busy={repair.busy ? 'Saving' : undefined} onClick={repair.save}>
          Save file
        </Button>
        {back}
      </Buttons>
      {isAsked && repaired && (
        <RepairLineDialog
          before={opened.text}
          after={repaired.text}
          busy={repair.busy}
          onRepair={() => repair.saveRepaired(repaired.text)}
          onClosed={() => setAsked(false)}
        />
      )}
      {guard.isAsking && (
        <ConfirmDialog
          question={{
            title: 'Leave without saving?',
            text: 'Your changes of the file will be lost.',
            yes: 'Leave',
            no: 'Stay',
            busy: 'Leaving',
            onYes: async () => guard.leave(),
          }}
          onClosed={guard.stay}
        />
      )}
    </Room>
  )
}

const meanwhile: Record<ContentProblem['shown'], string> = {
  'last-good': 'is invalid: visitors see its last good version.',
  nothing: 'is invalid: visitors can’t see it.',
  'as-it-is': 'is live as far as it can be read.',
}

/** Plain text takes no images. */
const noImages = () => Promise.reject(new Error('Images cannot be added here.'))

const s = createStyled('repair')
const Room = s('div')`
  display: grid;
  gap: 20px;
  & > * { min-width: 0; }
  & code { overflow-wrap: anywhere; }
`
const ProblemItem = s('li')`
  display: flex;
  gap: 14px;
  align-items: baseline;
  padding-block: 8px;
  border-top: 1px solid var(--line);
  & > button { flex: none; }
  & > span { overflow-wrap: anywhere; }
`
const Buttons = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 24px;
`
