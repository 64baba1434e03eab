import { createStyled } from '#client/ui/base/styles.ts'
import { SanitizedHtml } from './sanitized-html.tsx'

/** HTML without rich elements. It must already be sanitized. */
export const Prose = ({ html }: { html: string }) => <SanitizedHtml as={Article} html={html} />

/** Elements that plain text does not have. */
const RICH = /<(?:ol|blockquote|table|figure|img|video|iframe|svg|hr|pre|code|kbd|samp|dl|mark)\b/
export const isRich = (html: string): boolean => RICH.test(html)

const s = createStyled('prose')
/** Styles of plain text. */
export const Article = s('div')`
  color: color-mix(in srgb, var(--text) 90%, var(--bg));
  font-size: var(--t-prose);
  line-height: 1.7;
  overflow-wrap: break-word;
  & > * + * { margin-top: 1.15em; }
  h1, h2, h3, h4, h5, h6 { color: var(--text); margin-top: 1.7em; text-wrap: balance; }
  h1, h2 { font-size: 1.75rem; margin: 2em 0 -0.3em; line-height: 1.2; letter-spacing: -0.016em; }
  h3 { font-size: 1.3125rem; }
  h4, h5, h6 { font: 680 1.0625rem / 1.4 var(--f-body); letter-spacing: 0; }
  & > :first-child { margin-top: 0; }
  a { color: var(--primary-ink); text-underline-offset: 4px; }
  strong, b { font-weight: 680; color: var(--text); }
  ul, ol { display: grid; gap: 0.6em; }
  li > ul, li > ol { margin-top: 0.6em; }
  li { position: relative; padding-inline-start: 28px; min-width: 0; }
  ul > li::before {
    content: '';
    position: absolute;
    inset-inline-start: 2px;
    top: 0.62em;
    width: 10px;
    height: 10px;
    border-radius: 3px;
    background: var(--primary);
  }
`
