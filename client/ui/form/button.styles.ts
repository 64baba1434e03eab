import { css } from 'styled-components'

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
