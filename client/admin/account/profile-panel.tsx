import { useQuery } from '@tanstack/react-query'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { changeAccount } from '#client/api/account.ts'
import { fetchAuthors } from '#client/api/content.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { type AccountChange, AccountChangeSchema, ADMINISTRATOR_NAME_MAX_CHARACTERS } from '#contract/account-forms.ts'
import type { Account } from '#contract/accounts.ts'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { AccountForm } from './account-form.tsx'
import { useReloadAccount } from './use-account-data.ts'
import { useAccountForm } from './use-account-form.ts'

/** Name, e-mail and author of the administrator. Sends what changed; the server asks for a confirmation of a new e-mail. */
export function ProfilePanel({ account }: { account: Account }) {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const reload = useReloadAccount()
  const form = useAccountForm(
    AccountChangeSchema,
    async (change) => {
      const changed = changesIn(change, account)
      if (Object.keys(changed).length > 0) await withConfirmation(() => changeAccount(changed))
      toast(changed.email === undefined ? 'Profile saved' : 'Profile saved. Your other sessions are ended')
      await reload()
    },
    ({ author, ...fields }) => ({ ...fields, author: author || null }),
  )
  return (
    <Panel aria-labelledby="profile">
      <Head>
        <h2 id="profile">Profile</h2>
      </Head>
      <AccountForm form={form}>
        {account.byline === null && (
          <Alert tone="warning">
            Say who you are: write your name below, or choose your author page. Until then your new posts show no
            author.
          </Alert>
        )}
        <Field label="Name" error={form.error('name')} hint="Shown as the author of your posts and in their history.">
          <TextInput
            name="name"
            autoComplete="name"
            defaultValue={account.name}
            maxLength={ADMINISTRATOR_NAME_MAX_CHARACTERS}
            required
          />
        </Field>
        <Field label="Email" error={form.error('email')} hint="You log in with it. It is never published.">
          <TextInput
            type="email"
            name="email"
            autoComplete="username"
            defaultValue={account.email}
            maxLength={EMAIL_MAX_CHARACTERS}
            required
          />
        </Field>
        <Field
          label="Author page"
          optional
          error={form.error('author')}
          hint="Shown as the author of your posts, with a link. Without one, they show your name."
        >
          <AuthorSelect current={account.author} />
        </Field>
        <Button type="submit" busy={form.busy ? 'Saving' : undefined}>
          Save profile
        </Button>
      </AccountForm>
    </Panel>
  )
}

/** Until the authors are loaded, or if that fails, the only choices are the present one and none. */
function AuthorSelect({ current }: { current: string | null }) {
  const { data: authors = [] } = useQuery({ queryKey: ['authors'], queryFn: fetchAuthors })
  const nameOf = (id: string) => authors.find((one) => one.id === id)?.name ?? id
  return (
    <Select name="author" defaultValue={current ?? ''}>
      <option value="">None</option>
      {current !== null && <option value={current}>{nameOf(current)}</option>}
      {authors
        .filter(({ id }) => id !== current)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </Select>
  )
}

const changesIn = (typed: AccountChange, { name, email, author }: Account): AccountChange => ({
  ...(typed.name !== name && { name: typed.name }),
  ...(typed.email !== email && { email: typed.email }),
  ...(typed.author !== author && { author: typed.author }),
})
