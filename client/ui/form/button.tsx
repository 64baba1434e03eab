import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { createStyled } from '#client/ui/create-styled.ts'
import { Ring } from '#client/ui/spinner.tsx'
import { type ButtonStyleOptions, type ButtonStyleProps, buttonCss, buttonStyleProps } from './button.styles.ts'

const s = createStyled('button')
const Face = s('button')<ButtonStyleProps>`${buttonCss}`
const LinkFace = s(Link)<ButtonStyleProps>`${buttonCss}`
/** Both labels lie in one cell, so the button is as wide as the wider one and does not jump. */
const Stack = s('span')`
  display: inline-grid;
  & > * { grid-area: 1 / 1; display: inline-flex; align-items: center; justify-content: center; gap: 10px; }
  & > :first-child { visibility: hidden; }
`

export type ButtonProps = ButtonStyleOptions &
  Omit<ComponentProps<'button'>, 'color'> & {
    /** What is going on ("Sending"): shows the spinner and refuses clicks until it is gone. */
    busy?: string | undefined
  }

/** A button. `disabled` keeps it focusable and says so (`aria-disabled`); `type` is "button" unless told otherwise. */
export function Button({ variant, small, caps, block, busy, disabled, onClick, children, ...rest }: ButtonProps) {
  const inert = disabled || busy !== undefined
  return (
    <Face
      type="button"
      {...rest}
      {...buttonStyleProps({ variant, small, caps, block })}
      onClick={inert ? swallow : onClick}
      aria-disabled={inert || undefined}
      aria-busy={busy !== undefined || undefined}
    >
      {busy === undefined ? children : <BusyLabel idle={children} busy={busy} />}
    </Face>
  )
}

/** Also keeps a submit button from sending its form: Enter in a field clicks it. */
const swallow = (event: MouseEvent) => event.preventDefault()

function BusyLabel({ idle, busy }: { idle: ReactNode; busy: string }) {
  return (
    <Stack>
      <span>{idle}</span>
      <span>
        <Ring /> {busy}
      </span>
    </Stack>
  )
}

/** A link that looks like a button; `to` is a path of the site or a whole address. */
export function ButtonLink({ variant, small, caps, block, ...rest }: ButtonStyleOptions & LinkProps) {
  return <LinkFace {...rest} {...buttonStyleProps({ variant, small, caps, block })} />
}
