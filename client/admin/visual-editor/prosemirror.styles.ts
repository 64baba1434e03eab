import { css, keyframes } from 'styled-components'

const blink = keyframes`to { visibility: hidden; }`

/** What ProseMirror and its plugins require, from their style sheets. */
export const editorCss = css`
  position: relative;
  white-space: pre-wrap;
  white-space: break-spaces;
  font-variant-ligatures: none;
  pre { white-space: pre-wrap; }
  [draggable][contenteditable='false'] { user-select: text; }
  img.ProseMirror-separator { display: inline !important; border: 0 !important; margin: 0 !important; }
  &.ProseMirror-hideselection { caret-color: transparent; }
  &.ProseMirror-hideselection *::selection { background: transparent; }
  .ProseMirror-selectednode { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: var(--r-sm); }

  .ProseMirror-gapcursor { display: none; position: absolute; pointer-events: none; }
  .ProseMirror-gapcursor::after {
    content: '';
    position: absolute;
    top: -2px;
    display: block;
    width: 20px;
    border-top: 2px solid var(--text);
    animation: ${blink} 1.1s steps(2, start) infinite;
  }
  &.ProseMirror-focused .ProseMirror-gapcursor { display: block; }
  .drop-cursor { background: var(--focus); }

  td, th { position: relative; vertical-align: top; }
  .selectedCell::after { content: ''; position: absolute; inset: 0; background: color-mix(in srgb, var(--focus) 28%, transparent); pointer-events: none; }

  .ProseMirror-search-match { background: var(--warning-soft); box-shadow: 0 0 0 1px var(--warning); }
  .ProseMirror-active-search-match { background: var(--wed); color: var(--on-day); }
`
