import { createStyled } from '#client/ui/base/styles.ts'
import { SanitizedHtml, wrapTablesForScrolling } from './sanitized-html.tsx'

/** HTML beside posts. It must already be sanitized. */
export const Prose = ({ html }: { html: string }) => (
  <SanitizedHtml as={articleFor(html)} html={wrapTablesForScrolling(html)} />
)

/** Elements that plain text does not have. */
const RICH = /<(?:ol|blockquote|table|figure|img|video|iframe|svg|hr|pre|code|kbd|samp|dl|mark)\b/

/** Pages without tables, quotes and images do not contain their styles. `Rich`: the element for those with them. */
export const articleFor = (html: string, Rich: typeof Article = RichArticle) => (RICH.test(html) ? Rich : Article)

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
/** Nothing may overflow, whatever the elements. */
export const RichArticle = s(Article)`
  ol > li { padding-inline-start: 40px; }
  ol > li::before {
    content: counter(list-item);
    position: absolute;
    inset-inline-start: 0;
    color: var(--primary-ink);
    font: 620 1.15em / 1.5 var(--f-display);
  }
  blockquote {
    margin: 2em 0;
    padding-block: 4px;
    padding-inline-start: 26px;
    border-inline-start: 5px solid var(--wed);
    color: var(--text);
    font: 500 1.375rem / 1.45 var(--f-display);
    text-wrap: balance;
  }
  blockquote p { text-wrap: inherit; }
  blockquote > * + * { margin-top: 0.8em; }
  .scroll { margin: 1.8em 0; overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; font-size: 1rem; line-height: 1.5; font-variant-numeric: tabular-nums; }
  caption { padding-bottom: 10px; color: var(--text-3); font-size: var(--t-small); text-align: start; }
  th { padding: 10px 0; padding-inline-end: 12px; border-bottom: 2px solid var(--line-strong); font-weight: 640; vertical-align: bottom; }
  th:not([align]) { text-align: start; }
  th:has(~ td) { border-bottom: 1px solid var(--line); vertical-align: top; }
  td { padding: 11px 0; padding-inline-end: 12px; border-bottom: 1px solid var(--line); vertical-align: top; }
  figure { margin: 2em 0; }
  figcaption { margin-top: 10px; color: var(--text-3); font-size: var(--t-small); }
  img, video, iframe, svg { max-width: 100%; height: auto; border-radius: var(--r-lg); }
  iframe { aspect-ratio: 16 / 9; width: 100%; border: 0; }
  hr { margin: 2.4em 0; border: 0; border-top: 1px solid var(--line-strong); }
  pre { padding: 16px 18px; overflow-x: auto; border-radius: var(--r-md); background: var(--surface-2); font-size: 0.9375rem; line-height: 1.55; }
  code, kbd, samp { padding: 0.1em 0.4em; border-radius: 5px; background: var(--surface-2); font-size: 0.9em; }
  pre code { padding: 0; background: none; font-size: inherit; }
  dt { font-weight: 680; color: var(--text); }
  dd { margin: 0.3em 0 0.9em; margin-inline-start: 28px; }
  mark { padding: 0.05em 0.2em; border-radius: 3px; background: var(--wed); color: var(--on-day); }
`
