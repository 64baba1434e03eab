import { useEffect, useState } from 'react'
import { useCopy } from '#client/admin/shared/use-copy.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { invite } from '#client/api/account.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { INVITATION_LIFETIME_HOURS, InvitationSchema } from '#contract/account-forms.ts'
import type { Invited } from '#contract/accounts.ts'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { AccountForm } from './account-form.tsx'
import { useReloadAccount } from './use-account-data.ts'
import { useAccountForm } from './use-account-form.ts'

type Shown = Invited & { email: string }

/** Invites a person by e-mail address, and shows the link once: the server does not store it. */
export function InviteForm() {
  const withConfirmation = useConfirmation()
  const reload = useReloadAccount()
  const [shown, setShown] = useState<Shown>()
  const form = useAccountForm(InvitationSchema, async ({ email }, element) => {
    const invited = await withConfirmation(() => invite({ email }))
    element.reset()
    setShown({ ...invited, email })
    await reload()
  })
  return (
    <>
      <AccountForm form={form} label="Invite a person">
        <Field
          label="Email of a new person"
          error={form.error('email')}
          hint="You get a link to send. Everyone here is an administrator with equal rights."
        >
          <TextInput type="email" name="email" autoComplete="off" maxLength={EMAIL_MAX_CHARACTERS} required />
        </Field>
        <Button type="submit" variant="outline" busy={form.busy ? 'Inviting' : undefined}>
          Invite
        </Button>
      </AccountForm>
      {shown && <InvitationLink key={shown.path} {...shown} onDone={() => setShown(undefined)} />}
    </>
  )
}

function InvitationLink({ path, until, email, onDone }: Shown & { onDone: () => void }) {
  const { shown, copy } = useCopy<HTMLInputElement>()
  const link = location.origin + path
  useEffect(() => shown.current?.focus(), [shown])
  return (
    <LinkPanel role="group" aria-label={`Invitation of ${email}`}>
      <Field
        label={`Link for ${email}`}
        hint={`It is shown only now. It is valid once and for ${INVITATION_LIFETIME_HOURS} hours, until ${formatDateTime(until, 'local')}.`}
      >
        <TextInput ref={shown} readOnly value={link} onFocus={({ target }) => target.select()} />
      </Field>
      <Buttons>
        <Button small onClick={() => copy(link, 'Link copied')}>
          Copy
        </Button>
        <Button variant="ghost" small onClick={onDone}>
          Done
        </Button>
      </Buttons>
    </LinkPanel>
  )
}

const s = createStyled('admin-invite')
const LinkPanel = s('div')`
  max-width: 640px;
  padding: 16px;
  border-radius: var(--r-md);
  background: var(--success-soft);
`
const Buttons = s('div')`
  display: flex;
  gap: 12px;
  margin-top: 12px;
`
