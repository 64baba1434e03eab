import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { confirmByPasskey } from '#client/admin/shell/confirm-by-passkey.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { setLoginMethod } from '#client/api/passkeys.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { type LoginMethod, LoginMethodSchema, type PasskeyList } from '#contract/passkeys.ts'
import { AccountForm } from './account-form.tsx'
import { useReloadAccount } from './use-account-data.ts'
import { useAccountForm } from './use-account-form.ts'

type Choice = { method: LoginMethod; label: string; text: string }

const choices: readonly Choice[] = [
  {
    method: 'password',
    label: 'Password or passkey',
    text: 'Email and password are enough. So is one of your passkeys.',
  },
  {
    method: 'two-steps',
    label: 'Password and a second step',
    text: 'Email and password, then a passkey or a code of your authenticator app.',
  },
  {
    method: 'passkey',
    label: 'Passkey only',
    text: 'Passwords are rejected. If you lose all your passkeys, someone with access to the server must reset your login.',
  },
]

/** How the administrator logs in. Before "passkey only" is stored, a passkey must work. */
export function LoginMethodPanel({ list }: { list: PasskeyList }) {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const reload = useReloadAccount()
  const form = useAccountForm(LoginMethodSchema, async ({ method }) => {
    if (method === 'passkey') await confirmByPasskey()
    await withConfirmation(() => setLoginMethod(method))
    toast('Login method saved. All other sessions are ended')
    await reload()
  })
  const needsPasskey = (method: LoginMethod) => method === 'passkey' && list.passkeys.length === 0
  return (
    <Panel aria-labelledby="login-method">
      <Head>
        <h2 id="login-method">Login</h2>
      </Head>
      <AccountForm form={form}>
        <Group>
          <legend>
            <VisuallyHidden>Login method</VisuallyHidden>
          </legend>
          {choices.map(({ method, label, text }) => (
            <Option key={method}>
              <input
                type="radio"
                name="method"
                value={method}
                defaultChecked={method === list.method}
                disabled={needsPasskey(method)}
              />
              <span>
                <strong>{label}</strong>
                <span>{needsPasskey(method) ? `${text} Add a passkey first.` : text}</span>
              </span>
            </Option>
          ))}
        </Group>
        <Button type="submit" busy={form.busy ? 'Saving' : undefined}>
          Save login method
        </Button>
      </AccountForm>
    </Panel>
  )
}

const s = createStyled('admin-login-method')
const Group = s('fieldset')`
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  border: 0;
`
const Option = s('label')`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 12px;
  align-items: start;
  min-height: 44px;
  padding-block: 8px;
  & > input { width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--primary); }
  & > span { display: grid; gap: 2px; }
  & > span > span { color: var(--text-2); font-size: 0.9375rem; }
`
