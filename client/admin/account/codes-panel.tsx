import { useRef, useState } from 'react'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { ConfirmDialog, focusIsLost, type Question } from '#client/admin/shared/dialogs.tsx'
import { When } from '#client/admin/shared/when.tsx'
import { makeRecoveryCodes, setUpCodes, turnCodesOff } from '#client/api/codes.ts'
import { Button } from '#client/ui/base/button.tsx'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { Account } from '#contract/accounts.ts'
import type { CodeSetup } from '#contract/codes.ts'
import { Stack } from './account.styles.ts'
import { CodeSetupForm } from './code-setup-form.tsx'
import { Buttons, Text } from './codes.styles.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useReloadAccount } from './use-account-data.ts'
import { usePanelAction } from './use-panel-action.ts'

type Shown = { setup: CodeSetup } | { recoveryCodes: readonly string[] }

/** Turns codes of an authenticator app on and off, and makes recovery codes. Secrets are shown once. */
export function CodesPanel({ account }: { account: Account }) {
  const toast = useToast()
  const reload = useReloadAccount()
  const { act, acting, failure, dismiss } = usePanelAction()
  const [shown, setShown] = useState<Shown>()
  const [ended, setEnded] = useState<string>()
  const [question, setQuestion] = useState<Question>()
  const heading = useRef<HTMLHeadingElement>(null)

  /** What had the focus disappears. */
  function close() {
    setShown(undefined)
    heading.current?.focus()
  }
  async function turnedOn(recoveryCodes: readonly string[]) {
    setShown({ recoveryCodes })
    toast('Your authenticator app is on. Your other sessions are ended')
    await reload()
  }
  const turnOff = () => act('off', turnCodesOff, 'Your authenticator app is off. Your other sessions are ended')
  function start() {
    setEnded(undefined)
    return act('setup', async () => setShown({ setup: await setUpCodes() }))
  }

  return (
    <Panel aria-labelledby="codes" aria-busy={acting !== undefined}>
      <Head>
        <h2 id="codes" ref={heading} tabIndex={-1}>
          Authenticator app
        </h2>
      </Head>
      <Stack>
        {failure && <Alert onDismiss={dismiss}>{failure}</Alert>}
        {ended && <Alert onDismiss={() => setEnded(undefined)}>{ended}</Alert>}
        {shown === undefined && account.code === null && <Off busy={acting === 'setup'} onSetUp={start} />}
        {shown === undefined && account.code && (
          <On
            code={account.code}
            acting={acting}
            onNewCodes={() =>
              act('recovery', async () => setShown({ recoveryCodes: (await makeRecoveryCodes()).recoveryCodes }))
            }
            onTurnOff={() => setQuestion({ ...TURN_OFF, onYes: turnOff })}
          />
        )}
        {shown && 'setup' in shown && (
          <CodeSetupForm
            key={shown.setup.setup}
            setup={shown.setup}
            onOn={turnedOn}
            onCancel={close}
            onEnded={(message) => {
              setEnded(message)
              close()
              reload()
            }}
          />
        )}
        {shown && 'recoveryCodes' in shown && (
          <RecoveryCodes codes={shown.recoveryCodes} email={account.email} onDone={close} />
        )}
      </Stack>
      {question && (
        <ConfirmDialog
          question={question}
          onClosed={() => {
            setQuestion(undefined)
            if (focusIsLost()) heading.current?.focus()
          }}
        />
      )}
    </Panel>
  )
}

const TURN_OFF = {
  title: 'Turn off your authenticator app?',
  text: 'Your logins no longer ask for a code of the app, and your recovery codes become invalid. Your other sessions end.',
  yes: 'Turn off',
  no: 'Cancel',
  busy: 'Turning off',
}

const Off = ({ busy, onSetUp }: { busy: boolean; onSetUp: () => void }) => (
  <>
    <Text>Off. With an authenticator app on your phone, your logins ask for a code of the app after the password.</Text>
    <Buttons>
      <Button variant="outline" small busy={busy ? 'Preparing' : undefined} onClick={onSetUp}>
        <LabelWithHiddenContext visible="Set up" hidden="an authenticator app" />
      </Button>
    </Buttons>
  </>
)

type OnProps = {
  code: NonNullable<Account['code']>
  acting: string | undefined
  onNewCodes: () => void
  onTurnOff: () => void
}

const On = ({ code: { since, recoveryCodesLeft }, acting, onNewCodes, onTurnOff }: OnProps) => (
  <>
    <Text>
      On since <When at={since} />. <span>{left(recoveryCodesLeft)}</span>
    </Text>
    <Buttons>
      <Button variant="outline" small busy={acting === 'recovery' ? 'Making codes' : undefined} onClick={onNewCodes}>
        New recovery codes
      </Button>
      <Button variant="danger" small onClick={onTurnOff}>
        <LabelWithHiddenContext visible="Turn off" hidden="the authenticator app" />
      </Button>
    </Buttons>
  </>
)

function left(count: number): string {
  if (count === 0) return 'No recovery codes are left: make new ones.'
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
}
