import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostForm } from './use-post-form.ts'

/** The last part of a post's address (decision 7). */
export function AddressField({ form: { fields, base, set }, error }: { form: PostForm; error: string | undefined }) {
  const { address = '' } = fields
  const isNew = base.address === undefined
  return (
    <Field label="Address" optional={isNew} error={error} hint={hint(address, base.address)}>
      <TextInput
        value={address}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={isNew ? 'Made from the title' : undefined}
        onChange={(event) => set({ address: event.target.value })}
      />
    </Field>
  )
}

function hint(address: string, before: string | undefined): string {
  const whole = location.origin + pagePaths.post(address || '…')
  if (before === undefined || address === before) return whole
  return `Becomes ${whole}. Links to the old address keep working.`
}
