import { useEffect, useState } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { PasswordInput } from '#client/ui/form/inputs.tsx'
import { NEW_PASSWORD_MAX_CHARACTERS, NEW_PASSWORD_MIN_CHARACTERS } from '#contract/limits.ts'
import { passwordStrength } from './password-strength.ts'

/** The strength is announced this long after typing stops, not with each key. */
const ANNOUNCE_DELAY_MS = 1_000

type Props = {
  label: string
  error?: string | undefined
  /** Name and e-mail, which a password should not contain. */
  personal: readonly string[]
}

/** A field for a new password, named `password`, with a text that rates its strength. */
export function NewPasswordField({ label, error, personal }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <div>
      <Field
        label={label}
        error={error}
        hint={`${NEW_PASSWORD_MIN_CHARACTERS} to ${NEW_PASSWORD_MAX_CHARACTERS} characters of any kind.`}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          required
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <StrengthMeter password={typed} personal={personal} />
    </div>
  )
}

function StrengthMeter({ password, personal }: { password: string; personal: readonly string[] }) {
  const { word, level, advice } = passwordStrength(password, personal)
  const text = password === '' ? '' : `Password strength: ${word}.${advice && ` ${advice}`}`
  const announced = useDelayed(text)
  return (
    <>
      {text && (
        <Meter aria-hidden="true">
          <Bar>
            {[1, 2, 3].map((step) => (
              <Step key={step} $on={step <= level} $level={level} />
            ))}
          </Bar>
          <span>
            <strong>{word}</strong> <span>{advice}</span>
          </span>
        </Meter>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  )
}

function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}

const s = createStyled('admin-new-password')
const Meter = s('div')`
  display: grid;
  gap: 6px;
  margin-top: 10px;
  color: var(--text-2);
  font-size: 0.875rem;
  & strong { margin-right: 4px; color: var(--text); }
`
const Bar = s('div')`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 4px;
  max-width: 320px;
`
const tones = ['danger', 'danger', 'warning', 'success'] as const
const Step = s('span')<{ $on: boolean; $level: 0 | 1 | 2 | 3 }>`
  height: 6px;
  border-radius: var(--r-pill);
  background: ${({ $on, $level }) => ($on ? `var(--${tones[$level]})` : 'var(--surface-3)')};
`
