import { createStyled } from '#client/ui/base/styles.ts'
import { articleFor, RichArticle } from './rich-prose.tsx'
import { SanitizedHtml, wrapTablesForScrolling } from './sanitized-html.tsx'
import { observeScrollRegions } from './scroll-regions.ts'

/** The body of a post, which must already be sanitized. Apart from `Prose`, which has no code, math and callouts. */
export const PostBody = ({ html }: { html: string }) => (
  // Another text has other regions.
  <SanitizedHtml
    key={html}
    ref={observeScrollRegions}
    as={postArticleFor(html)}
    dir="auto"
    html={addCalloutIcons(wrapTablesForScrolling(html))}
  />
)

const ANNOTATED = / data-callout=|<input |="Footnotes"| data-embed=|<math|<mark|<pre|<ol [^>]*reversed|<div[ >]/

/** Pages without callouts, task lists, footnotes, colored code, formulas, embeds and boxes of HTML do not contain their styles. */
export const postArticleFor = (html: string) =>
  ANNOTATED.test(html) ? AnnotatedArticle : articleFor(html, WideArticle)

/** Symbols of the sprite, which the sanitizer would remove. Sanitized text has no `<`, and attributes no quotes inside, so nothing else matches. */
export const addCalloutIcons = (html: string) =>
  html.replace(
    /<div (?:data-line="\d+" )?data-callout="(\w+)"[^>]*>/g,
    '$&<svg width="22" height="22" aria-hidden="true"><use href="#icon-$1"/></svg>',
  )

const s = createStyled('post-body')
/** Shadows at the edges of a box that scrolls sideways, where the box has more; they are covered at its ends. */
const edges = (ground: string) => `
  background:
    linear-gradient(90deg, ${ground} 30%, transparent) 0 0 / 48px 100% no-repeat local,
    linear-gradient(270deg, ${ground} 30%, transparent) 100% 0 / 48px 100% no-repeat local,
    linear-gradient(90deg, var(--line-strong), transparent) 0 50% / 14px 98% no-repeat,
    linear-gradient(270deg, var(--line-strong), transparent) 100% 50% / 14px 98% no-repeat,
    ${ground};
`
/** Text with tables, quotes or images. Tables with many columns are as wide as their words, on phones from three columns on. */
const WideArticle = s(RichArticle)`
  .scroll { ${edges('var(--ground, var(--bg))')} }
  @media screen { table:has(tr > :nth-child(6)) { min-width: max-content; } }
  @media screen and (max-width: 480px) { table:has(tr > :nth-child(3)) { min-width: max-content; } }
  td, th { max-width: 13em; }
`
/** The word names the kind of a callout; icon and color repeat it. */
const AnnotatedArticle = s(WideArticle)`
  div > p + p { margin-top: 1.15em; }
  [data-callout] { --ground: var(--surface); margin: 1.8em 0; padding: 16px 20px; border-inline-start: 5px solid var(--tone); border-radius: var(--r-md); background: var(--surface); }
  [data-callout] > * + * { margin-top: 0.7em; }
  [data-callout] > svg { position: absolute; margin-top: 0.28em; fill: none; stroke: var(--tone); stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
  [data-callout] > svg + p { margin: 0; padding-inline-start: 31px; }
  [data-callout] > svg + p > strong { color: var(--tone); }
  [data-callout='note'] { --tone: var(--sun-ink); }
  [data-callout='tip'] { --tone: var(--tue-ink); }
  [data-callout='important'] { --tone: var(--sat-ink); }
  [data-callout='warning'] { --tone: var(--wed-ink); }
  [data-callout='caution'] { --tone: var(--fri-ink); }
  li:has(> input, > p > input)::before { content: none; }
  li > input, li > p > input { position: absolute; inset-inline-start: 0; top: 0.42em; width: 19px; height: 19px; margin: 0; appearance: none; border: 2px solid var(--line-strong); border-radius: 5px; }
  input:checked { border-color: var(--primary); background: var(--primary); }
  input:checked::before { content: ''; display: block; width: 5px; height: 10px; margin: 0 auto; border: solid var(--on-primary); border-width: 0 2px 2px 0; rotate: 45deg; }
  /* Browsers count down in markers only. */
  ol[reversed] > li { margin-inline-start: 40px; padding: 0; list-style: decimal; }
  ol[reversed] > li::before { content: none; }
  ol[reversed] > li::marker { color: var(--primary-ink); font: 620 1em var(--f-display); }
  sup { line-height: 0; }
  sup > a { margin: 0 -0.4em; padding: 7px 0.6em; text-decoration: none; }
  [aria-label='Footnotes'] { margin-top: 3em; padding-top: 1.5em; border-top: 1px solid var(--line-strong); color: var(--text-2); font-size: var(--t-small); }
  mark { box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  .tok-comment { color: var(--text-3); }
  .tok-keyword { color: var(--secondary-ink); }
  .tok-string { color: var(--tue-ink); }
  .tok-number { color: var(--thu-ink); }
  .tok-title { color: var(--sun-ink); }
  .tok-name { color: var(--primary-ink); }
  .tok-meta { color: var(--wed-ink); }
  .tok-addition { color: var(--success); }
  .tok-deletion { color: var(--danger); }
  pre { ${edges('var(--surface-2)')} }
  @media screen { pre > code { display: block; width: max-content; min-width: 100%; } }
  pre mark { display: inline-block; min-width: calc(100% + 36px); margin-inline: -18px; padding: 0 18px; border-radius: 0; background: color-mix(in srgb, var(--wed) 16%, transparent); color: inherit; box-shadow: inset 4px 0 var(--wed-ink); }
  figcaption:has(+ pre) { margin: 0 0 8px; font-weight: 640; }
  math { font-size: 1.08em; }
  div:has(> math) { padding: 2px 0; overflow: auto hidden; }
  .tml-left { text-align: left; }
  .tml-right { text-align: right; }
  .tml-overline { border-top: 1px solid; }
  .tml-underline { border-bottom: 1px solid; }
  [data-embed] > a { display: block; padding: 16px 20px; border: 1px solid var(--line-strong); border-radius: var(--r-md); background: var(--surface); text-decoration: none; }
  [data-embed] > a:hover { background: var(--surface-3); }
  [data-embed] strong { display: block; color: inherit; }
  [data-embed='video'] strong::before { content: ''; display: inline-block; margin-inline-end: 12px; border: solid transparent; border-width: 7px 0 7px 12px; border-left-color: var(--primary-ink); }
  [data-embed] small { color: var(--text-3); }
  li[id] { scroll-margin-top: 92px; }
  li:target, sup > a:target { outline: 2px solid var(--focus); outline-offset: 4px; border-radius: var(--r-sm); }
`
