import { useState } from 'react'
import { supportsPasskeys, UNSUPPORTED } from '#client/admin/login/passkey.ts'
import { fetchPasskeys, removePasskey } from '#client/api/passkeys.ts'
import { PASSKEYS_MAX, PASSKEYS_UNAVAILABLE, type Passkey } from '#contract/passkeys.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { ListPanel, useListPanel } from './list-panel.tsx'
import { LoginMethodPanel } from './login-method-panel.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

/** The administrator's passkeys, and the login method, which depends on them. */
export function PasskeyPanels() {
  const panel = useListPanel('passkeys', fetchPasskeys)
  const { list } = panel
  const [renamed, setRenamed] = useState<Passkey>()
  const problem = list?.available ? (supportsPasskeys() ? undefined : UNSUPPORTED) : PASSKEYS_UNAVAILABLE
  const remove = ({ id, name }: Passkey) =>
    panel.ask({
      title: `Remove ${name}?`,
      text: 'This passkey can no longer log in. You can then delete it on your device too.',
      yes: 'Remove',
      no: 'Cancel',
      busy: 'Removing',
      onYes: () => panel.act(id, () => removePasskey(id), `${name} is removed. Your other sessions are ended`),
    })

  return (
    <>
      <ListPanel
        panel={panel}
        title="Passkeys"
        below={renamed && <RenamePasskeyDialog passkey={renamed} onClosed={() => setRenamed(undefined)} />}
      >
        {list && list.passkeys.length > 0 && (
          <PasskeyRows passkeys={list.passkeys} onRename={setRenamed} onRemove={remove} />
        )}
        {list && problem && <p>{problem}</p>}
        {list && !problem && list.passkeys.length < PASSKEYS_MAX && <AddPasskeyForm />}
      </ListPanel>
      {list && <LoginMethodPanel key={list.method} list={list} />}
    </>
  )
}
