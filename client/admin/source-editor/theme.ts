import { EditorView } from '@codemirror/view'

const control = {
  minHeight: '40px',
  padding: '0 12px',
  border: '1.5px solid var(--line-strong)',
  borderRadius: 'var(--r-sm)',
  backgroundColor: 'var(--surface)',
  backgroundImage: 'none',
  color: 'var(--text)',
  font: '500 var(--t-small) / 1.3 var(--f-body)',
}
/** Safari has no shorthand with a style or a color. */
const wavyLine = (color: string) => ({
  textDecorationLine: 'underline',
  textDecorationStyle: 'wavy',
  textDecorationColor: `var(${color})`,
})
const focused = { outline: '3px solid var(--focus)', outlineOffset: '1px' }
const chosen = { backgroundColor: 'var(--primary-soft)', color: 'var(--text)' }

/** The page's style sheet does not reach into the shadow root; its custom properties do. */
export const theme = EditorView.theme({
  '&': { color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  // 16 px: phones zoom into smaller text.
  '.cm-scroller': { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", fontSize: '16px', lineHeight: '1.65' },
  '.cm-content': { minHeight: '320px', padding: '20px 0', caretColor: 'var(--text)', tabSize: '2' },
  '.cm-line': { padding: '0 clamp(14px, 4%, 28px)' },
  '.cm-content ::selection, .cm-line::selection': {
    backgroundColor: 'color-mix(in srgb, var(--focus) 34%, transparent)',
  },

  '.cm-md-heading': { color: 'var(--primary-ink)', fontWeight: '700' },
  '.cm-md-strong': { fontWeight: '700' },
  '.cm-md-emphasis': { fontStyle: 'italic' },
  '.cm-md-strike': { textDecoration: 'line-through' },
  '.cm-md-link': { color: 'var(--sun-ink)' },
  '.cm-md-code': { color: 'var(--tue-ink)' },
  '.cm-md-sign': { color: 'var(--secondary-ink)' },

  '.cm-html-tag': { color: 'var(--secondary-ink)' },
  '.cm-html-attribute': { color: 'var(--sun-ink)' },
  '.cm-html-value': { color: 'var(--tue-ink)' },
  '.cm-html-comment': { color: 'var(--text-3)', fontStyle: 'italic' },

  '.upload': {
    display: 'inline-grid',
    gap: '4px',
    padding: '6px 10px',
    borderRadius: 'var(--r-md)',
    backgroundColor: 'var(--surface-2)',
    font: '600 var(--t-small) / 1.3 var(--f-body)',
  },

  '.cm-problem-error': wavyLine('--danger'),
  '.cm-problem-warning': wavyLine('--warning'),

  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-md)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-2)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '16em',
    fontFamily: 'var(--f-body)',
    fontSize: 'var(--t-small)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '9px 12px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': chosen,
  '.cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal' },

  '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)', borderRadius: 'var(--r-lg) var(--r-lg) 0 0' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '12px 52px 12px 14px',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '40px',
    fontSize: 'var(--t-small)',
  },
  '.cm-textfield, .cm-button': control,
  '.cm-textfield:focus-visible, .cm-panel button:focus-visible': focused,
  '.cm-button:active': { backgroundImage: 'none' },
  '.cm-panel.cm-search [name=close]': {
    top: '4px',
    right: '4px',
    width: '40px',
    height: '40px',
    color: 'var(--text)',
    fontSize: '22px',
    cursor: 'pointer',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', boxShadow: '0 0 0 1px var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--wed)', color: 'var(--on-day)' },
})
