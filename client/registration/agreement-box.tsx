import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { storageUrl } from '#contract/paths.ts'
import { fieldId } from './field-names.ts'
import { Agreement } from './form.styles.tsx'
import type { Errors } from './text-field.tsx'

/** To be ticked; its error text is blank (§5), so the box alone is marked. `document`: the agreement's stored path. */
export const AgreementBox = ({ errors, document }: Errors & { document: string }) => (
  <Agreement>
    <Checkbox
      id={fieldId('subscriptionAgreement')}
      name="subscriptionAgreement"
      required
      invalid={errors.subscriptionAgreement !== undefined}
    >
      I agree to the{' '}
      <a href={storageUrl(document)} download>
        subscription agreement
      </a>{' '}
      (download)
    </Checkbox>
  </Agreement>
)
