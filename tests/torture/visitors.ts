import { type Fate, openConnection } from './connection.ts'

/** Visits at this rate show the site's speed under other load. */
const PAUSE_MS = 20

export type Visits = { times: number[]; wrong: string[] }

/** `count` visitors, each on a keep-alive connection: one request after the other until `end` is called. */
export function letVisitorsIn(port: number, count: number, requests: readonly string[]) {
  const visits: Visits = { times: [], wrong: [] }
  let ending = false

  async function visitor(place: number) {
    let connection = await openConnection(port)
    for (let turn = place; !ending; turn++) {
      if (!connection.isOpen()) connection = await openConnection(port)
      const sent = performance.now()
      const request = requests[turn % requests.length] ?? ''
      let fate = await connection.ask(request)
      if (fate.how === 'unheard') {
        // An idle connection may end at that moment: browsers retry once on a new one.
        connection = await openConnection(port)
        fate = await connection.ask(request)
      }
      visits.times.push(performance.now() - sent)
      if (!isRight(fate)) visits.wrong.push(`a visitor was answered ${JSON.stringify(fate)}`)
      await Bun.sleep(PAUSE_MS)
    }
    connection.close()
  }
  const all = Promise.all(Array.from({ length: count }, (_, place) => visitor(place)))

  return {
    async end(): Promise<Visits> {
      ending = true
      await all
      return visits
    },
  }
}

const isRight = (fate: Fate) => fate.how === 'answered' && fate.status === 200
