import { createStyled, media } from '#client/ui/base/styles.ts'
import { RichArticle } from '#client/ui/content/rich-prose.tsx'
import { editorCss } from './prosemirror.styles.ts'

const s = createStyled('visual-editor')

export const Frame = s('div')`
  position: relative;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  &:has(.ProseMirror-focused) { box-shadow: 0 0 0 2px var(--primary); }
`
/** Sticky, so that the tools are reachable anywhere in a long text. */
export const Top = s('div')`
  position: sticky;
  top: var(--bars-above, 0px);
  z-index: 20;
  border-radius: var(--r-lg) var(--r-lg) 0 0;
  background: var(--surface);
`
/** The text. It looks as it does on the site. */
export const Page = s(RichArticle)`
  ${editorCss}
  min-height: 320px;
  padding: 28px 32px 40px;
  border-radius: inherit;
  /* below the sticky toolbar */
  scroll-margin-top: 120px;
  /* The frame around it and the toolbar shows the focus. */
  &:focus-visible { outline: 0; }
  ${media.narrow} { padding: 20px 16px 32px; }

  & > p:only-child:has(> .ProseMirror-trailingBreak:only-child)::before {
    content: 'Write, or type / for headings, lists, images and more';
    float: left;
    height: 0;
    color: var(--text-3);
    pointer-events: none;
  }
  .task { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 10px; padding-inline-start: 0; }
  .task::before { display: none; }
  .task > input { width: 24px; height: 24px; margin: 4px 0 0; accent-color: var(--primary); }
  li:not(.task) > * + *, .task > div > * + * { margin-top: 0.6em; }

  [data-callout], [data-footnote] {
    padding: 14px 18px;
    border-inline-start: 5px solid var(--tone);
    border-radius: var(--r-md);
    background: var(--surface-2);
  }
  [data-callout]::before, [data-footnote]::before { color: var(--tone); font-size: var(--t-small); font-weight: 680; }
  [data-callout]::before { content: attr(data-name); }
  [data-footnote]::before { content: 'Footnote ' attr(data-label); }
  [data-callout='note'] { --tone: var(--sun-ink); }
  [data-callout='tip'] { --tone: var(--tue-ink); }
  [data-callout='important'] { --tone: var(--sat-ink); }
  [data-callout='warning'] { --tone: var(--wed-ink); }
  [data-callout='caution'] { --tone: var(--fri-ink); }
  [data-footnote] { --tone: var(--text-3); }
  sup[data-label] { padding: 0 3px; color: var(--primary-ink); font-weight: 600; line-height: 1; }

  pre, code { direction: ltr; unicode-bidi: isolate; }
  pre[data-language]::before { content: attr(data-language); display: block; color: var(--text-3); font: 600 var(--t-micro) / 1.4 var(--f-body); }
  th, td { min-width: 60px; border: 1px solid var(--line); padding: 8px 10px; }
  [data-align='left'] { text-align: left; }
  [data-align='center'] { text-align: center; }
  [data-align='right'] { text-align: right; }

  .source-block { padding: 10px 14px; border: 1.5px dashed var(--line-strong); border-radius: var(--r-md); cursor: pointer; }
  .source-block pre { max-height: 220px; padding: 0; background: none; overflow: auto; white-space: pre-wrap; }
  .source-name { display: block; color: var(--text-3); font-size: var(--t-micro); font-weight: 600; }
  .source-inline { border: 1px dashed var(--line-strong); cursor: pointer; }

  .picture { display: inline-grid; justify-items: start; gap: 8px; max-width: 100%; vertical-align: top; }
  .image-name { display: inline-block; padding: 18px 20px; border: 1.5px dashed var(--line-strong); border-radius: var(--r-md); color: var(--text-2); }
  .describe, .upload { font: 600 var(--t-small) / 1.3 var(--f-body); border-radius: var(--r-md); background: var(--surface); color: var(--text); box-shadow: 0 0 0 1px var(--line-strong); }
  .describe { min-height: 44px; padding: 0 14px; border: 0; cursor: pointer; }
  .upload { display: inline-grid; gap: 6px; padding: 10px 14px; }
  figcaption[data-empty]::after { content: attr(data-hint); color: var(--text-3); }
`
export const Counts = s('p')`
  padding: 10px 32px 12px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font-size: var(--t-small);
  font-variant-numeric: tabular-nums;
  ${media.narrow} { padding-inline: 16px; }
`
