import { createStyled } from '#client/ui/base/styles.ts'
import { cutText } from '#contract/cut-text.ts'
import { storageUrl } from '#contract/paths.ts'

type Props = {
  title: string
  description: string
  address: string
  siteName: string
  /** The stored path. */
  image: string | undefined
}

/** Longer ones are cut by search engines. */
const SHOWN_TITLE = 60
const SHOWN_DESCRIPTION = 160

const cut = (text: string, max: number) => (text.length > max ? `${cutText(text, max - 1).trimEnd()}…` : text)

/** How search results and shared links look, approximately. */
export function SharePreviews({ title, description, address, siteName, image }: Props) {
  const host = location.host
  return (
    <>
      <figure>
        <Caption>In search results</Caption>
        <Result>
          <small>{`${host} › blog › ${address || '…'}`}</small>
          <p>{cut(title || 'No title yet', SHOWN_TITLE)}</p>
          <span>{cut(description || 'No summary yet', SHOWN_DESCRIPTION)}</span>
        </Result>
      </figure>
      <figure>
        <Caption>As a shared link</Caption>
        <Card>
          {image ? (
            <img src={storageUrl(image)} alt="" />
          ) : (
            <Placeholder>
              <b>{title || 'No title yet'}</b>
              <i>{siteName}</i>
            </Placeholder>
          )}
          <div>
            <small>{host}</small>
            <p>{cut(title || 'No title yet', SHOWN_TITLE)}</p>
            <span>{cut(description || 'No summary yet', SHOWN_DESCRIPTION)}</span>
          </div>
        </Card>
      </figure>
    </>
  )
}

/** Any other element stands apart from the words next to it. */
const INLINE = 'a, abbr, b, code, em, i, mark, s, small, span, strong, sub, sup, u'

/** The words of a summary, which may be HTML, as the site has them in its head. */
export function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove()
  for (const block of body.querySelectorAll(`:not(${INLINE})`)) {
    block.before(' ')
    block.after(' ')
  }
  return body.textContent.replace(/\s+/g, ' ').trim()
}

const s = createStyled('share-previews')
const Caption = s('figcaption')`
  margin-bottom: 7px;
  font-size: var(--t-small);
  font-weight: 600;
`
const Result = s('div')`
  padding: 14px 16px;
  border-radius: var(--r-md);
  background: var(--bg);
  overflow-wrap: anywhere;
  & > small { color: var(--text-2); font-size: 0.8125rem; }
  & > p { margin-block: 2px; color: var(--primary-ink); font-size: 1.125rem; line-height: 1.35; }
  & > span { color: var(--text-2); font-size: 0.875rem; line-height: 1.5; }
`
const Card = s('div')`
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  background: var(--bg);
  overflow-wrap: anywhere;
  & > img { display: block; width: 100%; aspect-ratio: 1200 / 630; object-fit: cover; }
  & > div:last-child { padding: 10px 14px 12px; }
  & small { color: var(--text-2); font-size: 0.8125rem; }
  & p { font-weight: 640; line-height: 1.35; }
  & span { color: var(--text-2); font-size: 0.875rem; line-height: 1.45; }
`
const Placeholder = s('div')`
  display: grid;
  align-content: space-between;
  aspect-ratio: 1200 / 630;
  padding: 18px;
  background: var(--surface-2);
  & > b { font: 620 1.125rem / 1.25 var(--f-display); }
  & > i { color: var(--text-2); font-size: 0.8125rem; font-style: normal; }
`
