import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { countries, DEFAULT_COUNTRY, signUpEditions } from '#contract/registration.ts'
import { fieldId, labels } from './field-names.ts'
import { Cell, FieldSet } from './form.styles.tsx'
import { PostalField } from './postal-field.tsx'
import { StateField } from './state-field.tsx'
import { type Errors, TextField } from './text-field.tsx'
import { putPlanInAddress } from './token.ts'
import { useCountry } from './use-country.ts'

/**
 * The company and where it is, and the edition it tries. `on` where there is no word for a field: what is `off` is empty
 * when the browser's Back leads to the form again, as it does without JavaScript.
 */
export function YourBusiness({ errors, plan }: Errors & { plan: number }) {
  const { country, chooser, onInput, state, emptied, forgetEmptied, postal } = useCountry()
  return (
    <FieldSet legend="Your business">
      <Cell $of6={6}>
        <TextField name="company" errors={errors} autoComplete="organization" />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <TextField name="streetNumber" errors={errors} autoComplete="on" />
      </Cell>
      <Cell $of6={4} $halfOnPhones>
        <TextField name="streetName" errors={errors} autoComplete="address-line1" />
      </Cell>
      <Cell $of6={2}>
        <TextField name="city" errors={errors} autoComplete="address-level2" />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <StateField errors={errors} country={country} input={state} emptied={emptied} onTyped={forgetEmptied} />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <PostalField errors={errors} country={country} {...postal} />
      </Cell>
      <Cell>
        <Field id={fieldId('country')} label={labels.country} error={errors.country?.message}>
          <Select
            ref={chooser}
            name="country"
            autoComplete="country-name"
            defaultValue={DEFAULT_COUNTRY}
            onInput={onInput}
          >
            {countries.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
      </Cell>
      <Cell>
        <Field id={fieldId('plan')} label={labels.plan} error={errors.plan?.message}>
          <Select
            name="plan"
            autoComplete="on"
            defaultValue={plan}
            onChange={({ currentTarget }) => putPlanInAddress(currentTarget.value)}
          >
            {signUpEditions.map((one) => (
              <option key={one.plan} value={one.plan}>
                {one.label}
              </option>
            ))}
          </Select>
        </Field>
      </Cell>
    </FieldSet>
  )
}
