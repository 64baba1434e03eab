import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { useLeaveGuard } from '#client/admin/shared/use-leave-guard.ts'
import { useShortcuts } from '#client/admin/shared/use-shortcuts.ts'
import { useLoginInPlace } from '#client/admin/shell/login-in-place.tsx'
import { Button, TextButton } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { PageFile } from '#contract/page-files.ts'
import { FormFields } from './form-fields.tsx'
import { usePageForm } from './use-page-form.ts'

const PreviewDialog = lazyPart(() => import('./preview-dialog.tsx'))
const VersionsDialog = lazyPart(() => import('./versions-dialog.tsx'))

/** The form of a content file, made from its schema. An ended session leaves the page unless changes would be lost. */
export function PageForm({ opened }: { opened: PageFile }) {
  const form = usePageForm(opened)
  const { failure, done } = form
  const [dialog, setDialog] = useState<'preview' | 'versions'>()
  const box = useRef<HTMLFormElement>(null)
  useLoginInPlace(form.isUnsaved)
  const guard = useLeaveGuard({ isUnstored: form.isUnsaved, isLosing: form.isUnsaved, store: async () => false })
  useShortcuts({ onSave: () => void form.save(), onPublish: () => {} })
  useEffect(() => {
    if (failure) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])
  const close = () => setDialog(undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.save()
  }

  return (
    <>
      <Room ref={box} method="post" noValidate onSubmit={submit} aria-label={opened.title}>
        <Top>
          <div>
            <h2>{opened.title}</h2>
            <p>
              <code>{opened.file}</code>
            </p>
          </div>
          <Actions>
            <Button small variant="outline" onClick={() => setDialog('preview')}>
              Preview
            </Button>
            <Button small variant="outline" onClick={() => setDialog('versions')}>
              History
            </Button>
          </Actions>
        </Top>
        {opened.help && <p>{opened.help}</p>}
        {opened.sections.map(({ title, help, fields }) => (
          <Panel key={fields[0]?.path} aria-label={title || fields[0]?.label}>
            {title && (
              <Head>
                <h3>{title}</h3>
              </Head>
            )}
            {help && <Help>{help}</Help>}
            <FormFields fields={fields} form={form} />
          </Panel>
        ))}
        {opened.others.length > 0 && <Others others={opened.others} />}
        <Bar>
          {failure && (
            <Alert key={failure.attempt} onDismiss={form.dismissFailure}>
              {Object.keys(failure.errors).length > 0
                ? 'Nothing was saved. Please check the marked fields.'
                : failure.message}
            </Alert>
          )}
          {done && (
            <Alert key={done.message} tone="success" onDismiss={form.dismissDone}>
              <span>{done.message}</span> {done.undo && <TextButton onClick={() => void form.undo()}>Undo</TextButton>}
            </Alert>
          )}
          <Button type="submit" busy={form.busy ? 'Saving' : undefined}>
            Save
          </Button>
        </Bar>
      </Room>
      {dialog === 'preview' && <PreviewDialog opened={opened} sent={form.sent} onClosed={close} />}
      {dialog === 'versions' && <VersionsDialog opened={opened} onFill={form.fill} onClosed={close} />}
      {guard.isAsking && (
        <ConfirmDialog
          question={{
            title: 'Leave without saving?',
            text: 'Your changes of this form will be lost.',
            yes: 'Leave',
            no: 'Stay',
            busy: 'Leaving',
            onYes: async () => guard.leave(),
          }}
          onClosed={guard.stay}
        />
      )}
    </>
  )
}

/** What only those who run the site change, in the file itself. */
const Others = ({ others }: Pick<PageFile, 'others'>) => (
  <details>
    <summary>Not editable here</summary>
    <p>These keys are changed in the file itself, by those who run the site.</p>
    <dl>
      {others.map(({ key, text }) => (
        <div key={key}>
          <dt>
            <code>{key}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </details>
)

const s = createStyled('admin-page-form')
const Room = s('form')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  max-width: 860px;
  && > section { margin: 0; }
  & > p { color: var(--text-2); }
  /* what has the focus is not below the bar */
  & :is(input, textarea, select, button, summary) { scroll-margin-block: 24px 240px; }
  & code { overflow-wrap: anywhere; }
  & summary { min-height: 44px; align-content: center; cursor: pointer; }
  & dl { display: grid; gap: 12px; margin-top: 12px; }
  & dl > div { display: grid; grid-template-columns: 190px minmax(0, 1fr); gap: 4px 16px; }
  & dd { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--text-2); }
  ${media.narrow} { & dl > div { grid-template-columns: minmax(0, 1fr); } }
`
const Top = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 24px;
  align-items: end;
  justify-content: space-between;
  & h2 { font-size: 1.5rem; overflow-wrap: anywhere; }
  & p { margin-top: 4px; color: var(--text-2); font-size: var(--t-small); }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
`
const Help = s('p')`
  margin-bottom: 16px;
  color: var(--text-2);
`
/** Always in reach: a form may be long. */
const Bar = s('div')`
  position: sticky;
  bottom: 0;
  z-index: 5;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  justify-items: start;
  padding-block: 14px;
  border-top: 1px solid var(--line);
  background: var(--bg);
  & > div { width: 100%; }
  ${media.phone} { & > button { width: 100%; } }
`
