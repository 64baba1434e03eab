import { useRef, useState } from 'react'
import { Head, Panel } from '#client/admin/admin.styles.ts'
import { ConfirmDialog, focusIsLost, type Question } from '#client/admin/dialogs.tsx'
import { LoadFailed } from '#client/admin/errors.tsx'
import { supportsPasskeys, UNSUPPORTED } from '#client/admin/session/passkey.ts'
import { fetchPasskeys, removePasskey } from '#client/api/passkeys.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { PASSKEYS_MAX, PASSKEYS_UNAVAILABLE, type Passkey } from '#contract/passkeys.ts'
import { Stack } from './account.styles.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { LoginMethodPanel } from './login-method-panel.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { useLoaded } from './use-loaded.ts'
import { usePanelAction } from './use-panel-action.ts'

/** The administrator's passkeys, and the login method, which depends on them. */
export function PasskeyPanels({ onMethodSaved }: { onMethodSaved: () => void }) {
  const { state, reload } = useLoaded(fetchPasskeys)
  const { act, acting, failure, dismiss } = usePanelAction(reload)
  const [question, setQuestion] = useState<Question>()
  const [renamed, setRenamed] = useState<Passkey>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => {
    if (focusIsLost()) heading.current?.focus()
  }
  const list = state.status === 'loaded' ? state.value : undefined
  const problem = list?.available ? (supportsPasskeys() ? undefined : UNSUPPORTED) : PASSKEYS_UNAVAILABLE

  return (
    <>
      <Panel aria-labelledby="passkeys" aria-busy={acting !== undefined}>
        <Head>
          <h2 id="passkeys" ref={heading} tabIndex={-1}>
            Passkeys
          </h2>
        </Head>
        <Stack>
          {failure && <Alert onDismiss={dismiss}>{failure}</Alert>}
          {state.status === 'loading' && <Spinner label="Loading passkeys..." />}
          {state.status === 'failed' && <LoadFailed message={state.message} onRetry={reload} />}
          {state.status === 'loaded' && state.failure && <LoadFailed message={state.failure} onRetry={reload} />}
          {list && list.passkeys.length > 0 && (
            <PasskeyRows
              passkeys={list.passkeys}
              onRename={setRenamed}
              onRemove={({ id, name }) =>
                setQuestion({
                  title: `Remove ${name}?`,
                  text: 'This passkey can no longer log in. You can then delete it on your device, too.',
                  yes: 'Remove',
                  no: 'Cancel',
                  busy: 'Removing',
                  onYes: () => act(id, () => removePasskey(id), `${name} is removed`),
                })
              }
            />
          )}
          {list && problem && <p>{problem}</p>}
          {list && !problem && list.passkeys.length < PASSKEYS_MAX && <AddPasskeyForm onAdded={reload} />}
        </Stack>
        {question && (
          <ConfirmDialog
            question={question}
            onClosed={() => {
              setQuestion(undefined)
              focusHeading()
            }}
          />
        )}
        {renamed && <RenamePasskeyDialog passkey={renamed} onRenamed={reload} onClosed={() => setRenamed(undefined)} />}
      </Panel>
      {list && (
        <LoginMethodPanel
          key={list.method}
          list={list}
          onSaved={async () => {
            await reload()
            onMethodSaved()
          }}
        />
      )}
    </>
  )
}
