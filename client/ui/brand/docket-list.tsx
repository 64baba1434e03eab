import { Container } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('docket-list')
/** The shadow is outside of the paper's mask, which would clip it. */
const Shadow = s('aside')<{ $sticky: boolean }>`
  filter: drop-shadow(0 1px 1.5px color-mix(in srgb, var(--on-day) 30%, transparent));
  ${({ $sticky }) => $sticky && 'position: sticky; top: 100px;'}
  ${media.singleColumn} { position: static; }
`
const Paper = s('div')`
  --perforation: 1.5px dashed color-mix(in srgb, var(--paper-muted) 45%, var(--paper));
  padding: 32px clamp(20px, 7vw, 30px) 44px;
  border-radius: 6px 6px 0 0;
  background: var(--paper);
  color: var(--paper-ink);
  mask: radial-gradient(circle at 50% 100%, transparent 6.5px, black 7px) 50% 100% / 24px 100% repeat-x;
  & h2 { font-size: min(1.5rem, 0.6rem + 3.9vw); }
`
const List = s('ol')`
  margin-top: 18px;
  counter-reset: entry;
  & > li {
    display: grid;
    grid-template-columns: 38px 1fr;
    padding: 14px 0;
    border-top: var(--perforation);
    line-height: 1.45;
    counter-increment: entry;
  }
  & > li::before {
    content: counter(entry) / '';
    color: color-mix(in srgb, var(--primary) 50%, var(--paper-ink));
    font: 620 1.5rem / 1.1 var(--f-display);
  }
  & b { display: block; font-weight: 680; }
  & span { color: var(--paper-muted); font-size: 0.9688rem; }
`

type DocketList = {
  title: string
  entries: readonly { title: string; text: string }[]
  sticky?: boolean
}

export const DocketList = ({ title, entries, sticky = false }: DocketList) => (
  <Shadow $sticky={sticky}>
    <Paper>
      <h2>{title}</h2>
      <List>
        {entries.map((entry) => (
          <li key={entry.title}>
            <div>
              <b>{entry.title}</b>
              <span>{entry.text}</span>
            </div>
          </li>
        ))}
      </List>
    </Paper>
  </Shadow>
)
/** A page with a docket beside its text, or below it on narrow pages. */
export const AsideColumns = s(Container)<{ $aside?: string }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) ${({ $aside = '372px' }) => $aside};
  gap: clamp(32px, 5vw, 80px);
  align-items: start;
  padding-block: calc(var(--toolbar) + clamp(40px, 6vw, 88px)) var(--s-section);
  ${media.singleColumn} { grid-template-columns: minmax(0, 1fr); }
`
