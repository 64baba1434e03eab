import { createStyled } from '#client/ui/base/styles.ts'
import { Article, isRich } from './prose.tsx'
import { SanitizedHtml, wrapTablesForScrolling } from './sanitized-html.tsx'

/** HTML beside posts with any elements. It must already be sanitized. */
export default function RichProse({ html }: { html: string }) {
  return <SanitizedHtml as={RichArticle} html={wrapTablesForScrolling(html)} />
}

/** Pages without tables, quotes and images do not contain their styles. `Rich`: the element for those with them. */
export const articleFor = (html: string, Rich: typeof Article = RichArticle) => (isRich(html) ? Rich : Article)

const s = createStyled('rich-prose')
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
