import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Halves, Section } from '#client/ui/section.tsx'
import type { Landing } from '#contract/landing.ts'

const s = createStyled('questions')
/** Opened and closed by the browser itself. */
const Question = s('details')`
  padding: 8px 0;
  border-top: 1px solid var(--line);
  & > summary {
    display: flex;
    justify-content: space-between;
    gap: 20px;
    padding: 14px 0;
    font: 620 1.1875rem / 1.4 var(--f-display);
    list-style: none;
    cursor: pointer;
  }
  & > summary::-webkit-details-marker { display: none; }
  & > summary > svg { margin-top: 3px; transition: transform var(--base) var(--out); }
  &[open] > summary > svg { transform: rotate(45deg); }
  & > p { max-width: 44em; padding-bottom: 18px; color: var(--text-2); }
`

/** What this trade asks, the first answer in view. */
export const Questions = ({ questions: { title, list } }: { questions: Landing['questions'] }) => (
  <Section>
    <Halves $columns="0.8fr 1.2fr" $top>
      <h2>{title}</h2>
      <div>
        {list.map(({ question, answer }, index) => (
          <Question key={question} open={index === 0}>
            <summary>
              {question} <Icon name="plus" />
            </summary>
            <p>{answer}</p>
          </Question>
        ))}
      </div>
    </Halves>
  </Section>
)
