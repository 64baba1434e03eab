import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { css } from 'styled-components'
import { Icon, type IconName } from '#client/ui/icon.tsx'
import { Ring } from '#client/ui/spinner.tsx'
import { createStyled } from '#client/ui/styles.ts'

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

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  /** What it does, for those who do not see the glyph. */
  label: string
  size?: number
  /** Red under the pointer: it deletes something. */
  danger?: boolean
}

/** A 44 px square with one glyph. */
export function IconButton({ icon, label, size = 22, danger = false, ...rest }: Props) {
  return (
    <IconButtonFace type="button" aria-label={label} $danger={danger} {...rest}>
      <Icon name={icon} size={size} />
    </IconButtonFace>
  )
}

const linkCss = css`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  color: var(--primary-ink);
  font-weight: 640;
  text-decoration: underline 1.5px color-mix(in srgb, var(--primary-ink) 40%, transparent);
  text-underline-offset: 5px;
  &:hover { text-decoration-color: currentColor; }
`

export type ButtonVariant = 'primary' | 'outline' | 'secondary' | 'ghost' | 'danger'

/** How buttons and links that look like buttons are told apart (DESIGN §5). */
export type ButtonStyleOptions = {
  variant?: ButtonVariant | undefined
  /** 44 px high instead of 52. */
  small?: boolean | undefined
  /** Letter spacing for the upper-case labels that the specification fixes. */
  caps?: boolean | undefined
  /** As wide as its box. */
  block?: boolean | undefined
}

export type ButtonStyleProps = { $variant: ButtonVariant; $small: boolean; $caps: boolean; $block: boolean }

/** The look as transient props, with its defaults. */
export const buttonStyleProps = ({
  variant = 'primary',
  small = false,
  caps = false,
  block = false,
}: ButtonStyleOptions) => ({ $variant: variant, $small: small, $caps: caps, $block: block }) satisfies ButtonStyleProps

const clear = 'background: transparent;'
const variants: Record<ButtonVariant, string> = {
  primary: 'background: var(--primary); color: var(--on-primary); &:hover { background: var(--primary-hover); }',
  secondary:
    'background: var(--secondary); color: var(--on-secondary); &:hover { background: var(--secondary-hover); }',
  outline: `${clear} color: var(--text); box-shadow: inset 0 0 0 1.5px var(--line-strong); &:hover { background: var(--surface-2); }`,
  ghost: `${clear} color: var(--text); &:hover { background: var(--surface-2); }`,
  danger: `${clear} color: var(--danger); &:hover { background: var(--danger-soft); }`,
}

export const buttonCss = css<ButtonStyleProps>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  min-height: ${({ $small }) => ($small ? '44px' : '52px')};
  padding: ${({ $small }) => ($small ? '8px 18px' : '12px 26px')};
  ${({ $block }) => $block && 'width: 100%;'}
  border: 0;
  border-radius: var(--r-md);
  font-size: ${({ $small, $caps }) => ($small || $caps ? '0.9375rem' : '1rem')};
  font-weight: ${({ $caps }) => ($caps ? 700 : 680)};
  line-height: 1.2;
  letter-spacing: ${({ $caps }) => ($caps ? '0.035em' : '0.005em')};
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background var(--fast), transform var(--base) var(--out);
  ${({ $variant }) => variants[$variant]}
  &:active { transform: translateY(1px); }
  &[aria-disabled='true']:not([aria-busy='true']) {
    background: var(--surface-3);
    color: var(--text-3);
    box-shadow: none;
  }
  &[aria-disabled='true'] { cursor: not-allowed; transform: none; }
`

const s = createStyled('button')
const Face = s('button')<ButtonStyleProps>`${buttonCss}`
const LinkFace = s(Link)<ButtonStyleProps>`${buttonCss}`
/** Both labels lie in one cell, so the button is as wide as the wider one and does not jump. */
const Stack = s('span')`
  display: inline-grid;
  & > * { grid-area: 1 / 1; display: inline-flex; align-items: center; justify-content: center; gap: 10px; }
  & > :first-child { visibility: hidden; }
`
const IconButtonFace = s('button')<{ $danger: boolean }>`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--r-md);
  background: none;
  color: var(--text-2);
  cursor: pointer;
  &:hover {
    background: ${({ $danger }) => ($danger ? 'var(--danger-soft)' : 'var(--surface-2)')};
    color: ${({ $danger }) => ($danger ? 'var(--danger)' : 'var(--text)')};
  }
`
/** A link in running text or beside a button: underlined at 40 %, solid under the pointer. `to` is a path of the site or a whole address. */
export const TextLink = s(Link)`${linkCss}`
/** The same for something that happens here. */
export const TextButton = s('button').attrs({ type: 'button' })`
  ${linkCss}
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`
