import { type InputEvent, type RefObject, useState } from 'react'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { type Country, countries, DEFAULT_COUNTRY, registrationFields, signUpEditions } from '#contract/registration.ts'
import { Cell, type Errors, FieldSet, fieldId, groups, labels, TextField } from './fields.tsx'
import { filterPostalCode, setValueKeepingCaret } from './input-masks.ts'
import { storePlanInUrl } from './token.ts'
import { type PostalRefs, states, useCountry } from './use-country.ts'

/** The product rules fix both names of the first edition. */
const EDITION_HINT = 'Basic is called Essentials in the price list.'

export function YourBusiness({ errors, plan, onPlan }: Errors & { plan: number; onPlan?: (plan: number) => void }) {
  const { country, countrySelect, onInput, state, cleared, dismissCleared, postal } = useCountry()
  return (
    <FieldSet legend={groups.yourBusiness.title}>
      <Cell $of6={6}>
        <TextField name="company" errors={errors} />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <TextField name="streetNumber" errors={errors} />
      </Cell>
      <Cell $of6={4} $halfOnPhones>
        <TextField name="streetName" errors={errors} />
      </Cell>
      <Cell $of6={2}>
        <TextField name="city" errors={errors} />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <StateField errors={errors} country={country} input={state} cleared={cleared} onTyped={dismissCleared} />
      </Cell>
      <Cell $of6={2} $halfOnPhones>
        <PostalField errors={errors} country={country} {...postal} />
      </Cell>
      <Cell>
        <Field id={fieldId('country')} label={labels.country} error={errors.country?.message}>
          <Select
            ref={countrySelect}
            name="country"
            autoComplete={registrationFields.country.autoComplete}
            defaultValue={DEFAULT_COUNTRY}
            onInput={onInput}
          >
            {countries.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </Field>
      </Cell>
      <Cell>
        <Field id={fieldId('plan')} label={labels.plan} error={errors.plan?.message} hint={EDITION_HINT}>
          <Select
            name="plan"
            autoComplete={registrationFields.plan.autoComplete}
            defaultValue={plan}
            onChange={({ currentTarget: { value } }) => {
              storePlanInUrl(value)
              onPlan?.(Number(value))
            }}
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

const everything = () => true
const shapes: Record<Country, string> = { Canada: 'A1A 1A1', Mexico: '#####', 'United States': '#####' }

/** Filters the postal code while the user types. If letters were dropped, a hint names the country that allows them. */
export function PostalField({ errors, country, input, unfiltered }: Errors & PostalRefs & { country: Country }) {
  const [dropped, setDropped] = useState(false)
  const inCanada = country === 'Canada'

  function limit(field: HTMLInputElement) {
    if (/[a-z]/i.test(field.value)) setDropped(true)
    unfiltered.current = field.value
    setValueKeepingCaret(field, filterPostalCode(field.value, country), everything)
  }
  return (
    <TextField
      ref={input}
      name="postalCode"
      errors={errors}
      inputMode={inCanada ? 'text' : 'numeric'}
      autoCapitalize="characters"
      spellCheck={false}
      placeholder={shapes[country]}
      hint={dropped && !inCanada ? 'Digits and a hyphen only. For letters, choose Canada as the country.' : undefined}
      onInput={({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
        if (!nativeEvent.isComposing) limit(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => limit(currentTarget)}
    />
  )
}

const LIST_ID = `${fieldId('state')}-list`

type StateField = Errors & {
  country: Country
  input: RefObject<HTMLInputElement | null>
  cleared: string | undefined
  onTyped: () => void
}

/** A text field with suggestions: a select would reject autofilled values such as `CA`. */
export function StateField({ errors, country, input, cleared, onTyped }: StateField) {
  const hint = cleared && `${cleared} is not in ${country}: please choose again.`
  return (
    <>
      <TextField ref={input} name="state" errors={errors} list={LIST_ID} hint={hint} onInput={onTyped} />
      <datalist id={LIST_ID}>
        {states[country].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <VisuallyHidden role="status">{hint}</VisuallyHidden>
    </>
  )
}
