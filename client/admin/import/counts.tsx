import { CountList } from './import.styles.ts'

/** `1 post`, `1,204 posts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const Counts = ({ counts }: { counts: readonly (readonly [string, number])[] }) => (
  <CountList>
    {counts.map(([name, count]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{count.toLocaleString('en')}</dd>
      </div>
    ))}
  </CountList>
)
