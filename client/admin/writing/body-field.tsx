import { useEffect, useId, useRef, useState } from 'react'
import { folderOf, useBodyServices } from '#client/admin/images/body-services.ts'
import type { TextPosition } from '#client/admin/shared/body-editor.ts'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { TextProblems, useTextProblems } from './text-problems.tsx'
import { useTextHistory } from './use-text-history.ts'

const VisualEditor = lazyPart(() => import('#client/admin/visual-editor/visual-editor.tsx'))
const SourceEditor = lazyPart(() => import('#client/admin/source-editor/source-editor.tsx'))

const modes = { visual: 'Visual', source: 'Source' } as const
type Mode = keyof typeof modes
const MODE_KEY = 'writing_mode'

type Props = { writing: Writing; onCursor: (line: number) => void; error: string | undefined }

/** The text of the post, in one of both editors. A switch opens the other one with the same text. */
export function BodyField({ writing, onCursor, error }: Props) {
  const { fields, base, opening } = writing
  const name = useId()
  const [chosen, setChosen] = useState<{ mode: Mode; opening?: number }>(() => ({ mode: firstMode() }))
  // A document that has no text can only be shown as blocks, until another text of this opening is shown.
  const newer = chosen.opening === opening ? undefined : writing.newer
  const mode = newer ? 'visual' : chosen.mode
  const [failure, setFailure] = useState<string>()
  const problems = useTextProblems(writing)
  const { services, dialog } = useBodyServices(folderOf(writing.source))
  /** Of the cursor, for the next editor. */
  const [position, setPosition] = useState<TextPosition>()
  const [version, setVersion] = useState(0)
  const takesFocus = useRef(false)
  function show(content: string) {
    setPosition(writing.editor()?.position())
    takesFocus.current = true
    setChosen({ mode, opening })
    writing.set({ content })
    setVersion((before) => before + 1)
  }
  const history = useTextHistory(fields.content, opening, show)
  const Editor = mode === 'visual' ? VisualEditor : SourceEditor

  async function switchTo(next: Mode) {
    try {
      const content = await writing.contentNow()
      history.changed(content)
      history.opened(content)
      setPosition(writing.editor()?.position())
      setFailure(undefined)
      storeMode(next)
      setChosen({ mode: next, opening })
    } catch (reason) {
      setFailure(errorMessage(reason))
    }
  }
  useEffect(() => {
    writing.showText.current = (before, content) => {
      history.changed(before)
      history.opened(content)
      show(content)
    }
  })
  // The other one is loaded before a new version of the site takes its code away.
  useEffect(() => {
    for (const part of [VisualEditor, SourceEditor]) part.load().catch(() => {})
  }, [])

  return (
    <section aria-label="Text">
      <Head>
        <Choice>
          <legend>Editor</legend>
          {(Object.keys(modes) as Mode[]).map((one) => (
            <label key={one}>
              <input type="radio" name={name} checked={mode === one} onChange={() => switchTo(one)} />
              {modes[one]}
            </label>
          ))}
        </Choice>
        <Format>{base.format === 'md' ? 'Markdown' : 'HTML'}</Format>
      </Head>
      {(failure ?? error) && <Alert>{failure ?? error}</Alert>}
      <Editor
        key={`${opening} ${mode} ${version}`}
        ref={writing.attach}
        format={base.format}
        content={fields.content}
        newer={newer}
        onEdit={writing.edited}
        onChange={(content) => {
          history.changed(content)
          writing.set({ content })
        }}
        position={position}
        textHistory={history}
        onFailure={setFailure}
        onCursor={onCursor}
        onReady={() => {
          writing.onBodyReady()
          if (takesFocus.current) writing.editor()?.focus()
          takesFocus.current = false
        }}
        problems={problems}
        {...services}
      />
      <TextProblems problems={problems} goTo={(line, column) => writing.editor()?.goTo(line, column)} />
      {dialog}
    </section>
  )
}

/** The one that was used last. */
function firstMode(): Mode {
  try {
    return localStorage.getItem(MODE_KEY) === 'source' ? 'source' : 'visual'
  } catch {
    return 'visual'
  }
}

function storeMode(mode: Mode) {
  try {
    localStorage.setItem(MODE_KEY, mode)
  } catch {
    // Storage is full or disabled: the next post opens in the default editor.
  }
}

const s = createStyled('body-field')
const Head = s('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  margin-bottom: 10px;
`
const Choice = s('fieldset')`
  display: inline-flex;
  padding: 3px;
  border: 0;
  border-radius: var(--r-md);
  background: var(--surface-2);
  & > legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  & > label {
    position: relative;
    display: inline-grid;
    place-items: center;
    min-height: 44px;
    padding: 0 18px;
    border-radius: var(--r-sm);
    color: var(--text-2);
    font-size: var(--t-small);
    font-weight: 640;
    cursor: pointer;
  }
  & > label:has(:checked) { background: var(--surface); color: var(--text); box-shadow: 0 0 0 1px var(--line-strong); }
  & > label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
  & input { position: absolute; inset: 0; opacity: 0; cursor: pointer; }
`
const Format = s('span')`
  color: var(--text-2);
  font-size: 0.875rem;
`
