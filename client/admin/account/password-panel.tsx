import { useState } from 'react'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { changeAccount } from '#client/api/account.ts'
import { Button } from '#client/ui/base/button.tsx'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { AccountChangeSchema } from '#contract/account-forms.ts'
import type { Account } from '#contract/accounts.ts'
import { AccountForm } from './account-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useReloadAccount } from './use-account-data.ts'
import { useAccountForm } from './use-account-form.ts'

/** Sets a new password, which ends all other sessions. The server asks for the current one. */
export function PasswordPanel({ account }: { account: Account }) {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const reload = useReloadAccount()
  /** A new key empties the field. */
  const [saves, setSaves] = useState(0)
  const form = useAccountForm(
    AccountChangeSchema,
    async ({ password }) => {
      await withConfirmation(() => changeAccount({ password }))
      setSaves((count) => count + 1)
      toast('Password changed. Your other sessions are ended')
      await reload()
    },
    ({ password }) => ({ password }),
  )
  return (
    <Panel aria-labelledby="password">
      <Head>
        <h2 id="password">Password</h2>
      </Head>
      <AccountForm form={form}>
        {/* Password managers store the new password for this e-mail. */}
        <VisuallyHidden aria-hidden="true">
          <input type="email" autoComplete="username" value={account.email} readOnly tabIndex={-1} />
        </VisuallyHidden>
        <NewPasswordField
          key={saves}
          label="New password"
          error={form.error('password')}
          personal={[account.name, account.email]}
        />
        <Button type="submit" busy={form.busy ? 'Saving' : undefined}>
          Change password
        </Button>
      </AccountForm>
    </Panel>
  )
}
