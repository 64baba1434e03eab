import { useEffect, useRef, useState } from 'react'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/inputs.tsx'
import { countries, DEFAULT_COUNTRY, signUpEditions } from '#contract/registration.ts'
import { fieldId, labels } from './field-names.ts'
import { Cell, FieldSet } from './form-boxes.tsx'
import { PostalField } from './postal-field.tsx'
import { type Errors, TextField } from './text-field.tsx'
import { putPlanInAddress } from './token.ts'

/** The company and where it is, and the edition it tries. */
export function YourBusiness({ errors, plan }: Errors & { plan: number }) {
  const [country, setCountry] = useState<string>(DEFAULT_COUNTRY)
  const chooser = useRef<HTMLSelectElement>(null)
  // What was kept, or filled in before the page was alive, is in the field already.
  useEffect(() => setCountry(chooser.current?.value ?? DEFAULT_COUNTRY), [])
  return (
    <FieldSet legend="Your business">
      <Cell $of6={6}>
        <TextField name="company" errors={errors} autoComplete="organization" />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <TextField name="streetNumber" errors={errors} autoComplete="off" />
      </Cell>
      <Cell $of6={4} $halfOnPhones>
        <TextField name="streetName" errors={errors} autoComplete="address-line1" />
      </Cell>
      <Cell $of6={2}>
        <TextField name="city" errors={errors} autoComplete="address-level2" />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <TextField name="state" errors={errors} autoComplete="address-level1" />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <PostalField errors={errors} country={country} />
      </Cell>
      <Cell>
        <Field id={fieldId('country')} label={labels.country} error={errors.country?.message}>
          <Select
            ref={chooser}
            name="country"
            autoComplete="country-name"
            defaultValue={DEFAULT_COUNTRY}
            onChange={({ currentTarget }) => setCountry(currentTarget.value)}
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
            autoComplete="off"
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
