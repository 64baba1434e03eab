import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { LinkProps } from 'react-router-dom'
import { css } from 'styled-components'
import { Icon, type IconName } from './icon.tsx'
import { Link } from './link.tsx'
import { Ring } from './spinner.tsx'
import { createStyled } from './styles.ts'

export type ButtonProps = ButtonStyleOptions &
  Omit<ComponentProps<'button'>, 'color'> & {
    /** The action in progress ("Sending"): shows a spinner and ignores clicks. */
    busy?: string | undefined
  }

/** `disabled` keeps the button focusable (`aria-disabled`). The default `type` is "button". */
export function Button(props: ButtonProps) {
  const { variant, small, caps, block, busy, disabled, onClick, children, ...rest } = props
  // Only a label that is going to be replaced needs its own element.
  const label = 'busy' in props ? <Label>{children}</Label> : children
  const inert = disabled || busy !== undefined
  return (
    <StyledButton
      type="button"
      {...rest}
      {...buttonStyleProps({ variant, small, caps, block })}
      onClick={inert ? preventClick : onClick}
      aria-disabled={inert || undefined}
      aria-busy={busy !== undefined || undefined}
    >
      {busy === undefined ? label : <BusyLabel idle={children} busy={busy} />}
    </StyledButton>
  )
}

/** Also keeps a submit button from submitting its form: Enter in a field clicks it. */
const preventClick = (event: MouseEvent) => event.preventDefault()

function BusyLabel({ idle, busy }: { idle: ReactNode; busy: string }) {
  return (
    <Stack>
      <span>{idle}</span>
      <span>
        <Ring /> <span>{busy}</span>
      </span>
    </Stack>
  )
}

/** A link that looks like a button; `to` is a path or an external URL. */
export function ButtonLink({ variant, small, caps, block, ...rest }: ButtonStyleOptions & LinkProps) {
  return <StyledButtonLink {...rest} {...buttonStyleProps({ variant, small, caps, block })} />
}

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  /** Accessible name. */
  label: string
  size?: number
}

/** A 44 px square button. */
export function IconButton({ icon, label, size = 22, ...rest }: Props) {
  return (
    <StyledIconButton type="button" aria-label={label} {...rest}>
      <Icon name={icon} size={size} />
    </StyledIconButton>
  )
}

const linkCss = css`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  color: var(--primary-ink);
  font-weight: 640;
  text-decoration-line: underline;
  text-decoration-thickness: 1.5px;
  text-decoration-color: color-mix(in srgb, var(--primary-ink) 40%, transparent);
  text-underline-offset: 5px;
  &:hover { text-decoration-color: currentColor; }
`

export type ButtonVariant = 'primary' | 'outline' | 'secondary' | 'ghost' | 'danger'

/** A text link that ends with an arrow. */
export const ArrowLink = ({ children, ...link }: LinkProps & { children: string }) => (
  <TextLink {...link}>
    <span>{`${children} `}</span>
    <Icon name="arrow-right" size={18} />
  </TextLink>
)

export type ButtonStyleOptions = {
  variant?: ButtonVariant | undefined
  /** 44 px high instead of 52. */
  small?: boolean | undefined
  /** Letter spacing for upper-case labels. */
  caps?: boolean | undefined
  block?: boolean | undefined
}

export type ButtonStyleProps = { $variant: ButtonVariant; $small: boolean; $caps: boolean; $block: boolean }

/** The options as transient props, with defaults. */
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
`

const s = createStyled('button')
/** Only buttons can be disabled. */
export const StyledButton = s('button')<ButtonStyleProps>`
  ${buttonCss}
  &[aria-disabled='true']:not([aria-busy='true']) {
    background: var(--surface-3);
    color: var(--text-3);
    box-shadow: none;
  }
  &[aria-disabled='true'] { cursor: not-allowed; transform: none; }
`

export const StyledButtonLink = s(Link)<ButtonStyleProps>`${buttonCss}`
/** An element that React can remove, also when a translation has replaced its texts. It has no box. */
const Label = s('span')`
  display: contents;
`
/** Both labels are in one grid cell, so that the button has the width of the wider one. */
const Stack = s('span')`
  display: inline-grid;
  & > * { grid-area: 1 / 1; display: inline-flex; align-items: center; justify-content: center; gap: 10px; }
  & > :first-child { visibility: hidden; }
`
const StyledIconButton = s('button')`
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
  &:hover { background: var(--surface-2); color: var(--text); }
`
/** A link in text or beside a button; `to` is a path or an external URL. */
export const TextLink = s(Link)`${linkCss}`
export const TextButton = s('button').attrs({ type: 'button' })`
  ${linkCss}
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`
