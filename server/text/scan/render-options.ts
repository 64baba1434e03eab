/** How a text is rendered, apart from its format. */
export type RenderOptions = {
  /** Whether headings and other elements have ids, as in the body of a post. */
  anchors?: boolean
  /** Whether one dollar sign begins a formula, as with `math: true` in the front matter. Two always do. */
  math?: boolean
  /** Whether it is MDX: lines of `import` and `export` and comments in braces are not shown. */
  mdx?: boolean
}

/** How the body of a post is rendered. Without special needs nothing is set, so that a check before a save fills the cache. */
export const optionsOf = ({ math, file = '' }: { math?: true | undefined; file?: string } = {}): RenderOptions => ({
  ...(math && { math }),
  ...(file.endsWith('.mdx') && { mdx: true }),
})

/** For a text that is in one page with others, such as a summary: ids would not be unique. */
export const PART_OF_PAGE: RenderOptions = { anchors: false }
