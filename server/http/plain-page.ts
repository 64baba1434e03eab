import type { InlineHashes } from './responses.ts'

const style = [
  'body{margin:0;background:Canvas;color:CanvasText;font:1.0625rem/1.6 system-ui,sans-serif}',
  'main{max-width:40rem;margin:0 auto;padding:14vh 1.25rem 3rem;overflow-wrap:break-word}',
  'label{display:block;margin-top:1rem}input:not([type=checkbox]),select,textarea{display:block;width:100%;box-sizing:border-box;font:inherit}',
  'header{max-width:40rem;margin:0 auto;padding:1rem 1.25rem 0;font-weight:700}header a{display:inline-block;padding:.5rem 0}header+main{padding-top:1.5rem}',
  'table{border-collapse:collapse}th,td{padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top}',
  'h1{margin:0;font:600 clamp(1.75rem,6vw,2.5rem)/1.15 Georgia,serif;text-wrap:balance}',
].join('')

/** What the security policy of such a page allows: its one style element. */
export const plainInline: InlineHashes = {
  scripts: [],
  styles: [`sha256-${new Bun.CryptoHasher('sha256').update(style).digest('base64')}`],
}

/** A page without scripts and data, in the colors of the system. `head` contains at least the title. */
export const plainPage = (head: string, body: string, header?: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><meta name="robots" content="noindex">${head}<style>${style}</style></head><body>${header === undefined ? '' : `<header>${header}</header>`}<main>${body}</main></body></html>`
