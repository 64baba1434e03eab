import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Action, actionLabels, busyLabels, stateLabels } from '#client/admin/post-form/session/publication.ts'
import { storedWords } from '#client/admin/post-form/session/stored.ts'
import { ariaShortcut, shownShortcut } from '#client/admin/shared/shortcuts.ts'
import { PUBLISH_KEYS } from '#client/admin/shared/use-shortcuts.ts'
import type { PreviewSwitch } from '#client/admin/writing/preview/use-preview-switch.ts'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Chip, type ChipKind } from '#client/ui/content/chip.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostState } from '#contract/post-form.ts'
import { useBarHeight } from './use-bar-height.ts'

type Props = { writing: Writing; preview: PreviewSwitch; onAsk: (action: Exclude<Action, 'draft'>) => void }

/** The state of the post, whether the text is stored, and what can be done. Stays at the top of the window; on phones, its buttons. */
export function ActionBar({ writing, preview, onAsk }: Props) {
  const { action, source, postState: state, mainAction: main } = writing
  const bar = useBarHeight()
  const busy = (one: Action) => (action === one ? busyLabels[one] : undefined)
  return (
    <Bar ref={bar}>
      <BarContent width="admin">
        <Back to={pagePaths.adminBlog}>
          <Icon name="arrow-left" size={18} /> Posts
        </Back>
        <Chip kind={chips[state]}>{stateLabels[state]}</Chip>
        {source && state === 'live' && (
          <TextLink to={pagePaths.post(source.id)} reloadDocument>
            View post
          </TextLink>
        )}
        <StoredState writing={writing} isPublished={state !== 'draft'} />
        <Actions data-stays="">
          <Button variant="outline" small aria-expanded={preview.isOpen} onClick={preview.toggle}>
            {preview.isOpen ? 'Hide preview' : 'Show preview'}
          </Button>
          {state === 'draft' ? (
            <Button variant="outline" small busy={busy('draft')} onClick={writing.saveDraft}>
              {actionLabels.draft}
            </Button>
          ) : (
            <Button variant="outline" small busy={busy('unpublish')} onClick={() => onAsk('unpublish')}>
              {actionLabels.unpublish}
            </Button>
          )}
          <Button
            small
            busy={busy(main)}
            title={`${actionLabels[main]} (${shownShortcut(PUBLISH_KEYS)})`}
            aria-keyshortcuts={ariaShortcut(PUBLISH_KEYS)}
            onClick={() => onAsk(main)}
          >
            {actionLabels[main]}
          </Button>
        </Actions>
      </BarContent>
    </Bar>
  )
}

const chips: Record<PostState, ChipKind> = { draft: 'soon', live: 'available', scheduled: 'category', expired: 'soon' }

/** Announced only when it matters: not each time that text is stored. */
function StoredState({ writing, isPublished }: { writing: Writing; isPublished: boolean }) {
  const stored = useSyncExternalStore(writing.subscribeToStored, () => writing.state().stored)
  const [failed, setFailed] = useState('')
  const words = storedWords(stored, isPublished)
  const failure = stored.kind === 'failed' ? words : ''
  useEffect(() => setFailed(failure), [failure])
  return (
    <Place $failed={failure !== ''}>
      <span role="status">{failed}</span>
      <span>{failure === '' && words}</span>
    </Place>
  )
}

const s = createStyled('action-bar')
const Bar = s('div')`
  position: sticky;
  top: 0;
  z-index: 60;
  background: var(--bg);
  box-shadow: 0 1px 0 var(--line);
  /* On a phone the text needs the room: only the buttons stay. */
  ${media.phone} { top: calc(-1 * var(--scrolls-away, 0px)); }
`
const BarContent = s(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 14px;
  min-height: 64px;
  padding-block: 8px;
`
const Back = s(Link)`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  color: var(--text-2);
  font-size: var(--t-small);
  font-weight: 640;
  text-decoration: none;
  &:hover { color: var(--text); text-decoration: underline; }
`
const Place = s('p')<{ $failed: boolean }>`
  flex: 1 1 0;
  min-width: 110px;
  color: ${({ $failed }) => ($failed ? 'var(--danger)' : 'var(--text-2)')};
  font-size: 0.875rem;
  overflow-wrap: anywhere;
  ${media.phone} { min-width: ${({ $failed }) => ($failed ? '100%' : '80px')}; }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px;
  margin-left: auto;
  ${media.phone} {
    width: 100%;
    margin-left: 0;
    gap: 8px;
    & > button { flex: 1 1 auto; padding-inline: 6px; }
  }
`
