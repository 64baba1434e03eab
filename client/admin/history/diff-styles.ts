/** Read by screen readers only. */
const SCREEN_READER_ONLY =
  'position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;'

/** Color, and what does not depend on it: lines through and below words, a bar and a name beside parts. */
const RULES = [
  // The bar and the footer of the site.
  '[inert] { display: none !important; }',
  'main { padding-top: 0 !important; }',
  'main article header { padding-top: 20px !important; }',
  'ins[data-diff] { background: var(--success-soft); text-decoration-line: underline; text-decoration-thickness: 2px; text-underline-offset: 3px; }',
  'del[data-diff] { background: var(--danger-soft); text-decoration: line-through; }',
  `ins[data-diff]::before { content: ' [added: '; ${SCREEN_READER_ONLY} }`,
  `del[data-diff]::before { content: ' [removed: '; ${SCREEN_READER_ONLY} }`,
  `:is(ins, del)[data-diff]::after { content: '] '; ${SCREEN_READER_ONLY} }`,
  // Words of a part that is new as a whole need no line.
  '[data-kind] > :is(ins, del)[data-diff] { display: block; background: none; text-decoration: none; }',
  '[data-kind="removed"] > del[data-diff] { text-decoration: line-through; }',
  'del[data-diff] + ins[data-diff] { margin-left: 3px; }',
  'del[data-diff] img { opacity: 0.55; }',
  ':is(ins, del)[data-diff] img { outline: 3px dashed var(--line-strong); outline-offset: 3px; }',
  '[data-kind] { margin: 12px 0; padding: 6px 12px; border-left: 5px solid var(--warning); border-radius: 6px; }',
  '[data-kind="added"] { border-left: 5px double var(--success); background: var(--success-soft); }',
  '[data-kind="removed"] { border-left: 5px dotted var(--danger); background: var(--danger-soft); }',
  '[data-kind]::before { display: block; margin-bottom: 4px; color: var(--text-2); font: 640 0.8125rem/1.4 var(--f-body); }',
  '[data-kind="changed"]::before { content: "± Changed"; }',
  '[data-kind="added"]::before { content: "+ Added"; }',
  '[data-kind="removed"]::before { content: "− Removed"; }',
]

/** The policy of the page allows no further style elements, but rules in its own ones. */
export function addDiffStyles({ styleSheets }: Document): void {
  const [sheet] = styleSheets
  for (const rule of RULES) sheet?.insertRule(rule, sheet.cssRules.length)
}
