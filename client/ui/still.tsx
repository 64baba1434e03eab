import { type ComponentType, type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import { preload } from '#client/hooks/preload.ts'
import { retrying } from '#client/hooks/retrying.ts'
import { Html } from '#client/ui/html.tsx'
import { scoped } from '#client/ui/scoped.ts'

const s = scoped('still')
const Box = s('div')`
  display: contents;
`
const Room = s('div')`
  width: 100%;
  container-type: inline-size;
`
/** Holds the place of a picture whose code is on the way. */
const Empty = s('div')<{ $shape: string }>`
  ${({ $shape }) => $shape}
`

/** A picture's code; `picture` once it is there. */
type Code<P> = { picture?: ComponentType<P>; open: () => Promise<ComponentType<P>>; shape: string }

/** `open` fetches its code, so that it is drawn at once where a navigation leads to it. */
export type StillPicture<P> = ((props: P) => ReactElement) & { open: () => Promise<unknown> }

const all: (() => Promise<unknown>)[] = []

/** Fetches the code of every still in turn, for the server, which cannot wait while it draws. To be called once the screens are loaded. */
export async function loadStills(): Promise<void> {
  // One still may hold others, which join the list once its code is there.
  for (const open of all) await open()
}

/**
 * A picture made of markup, which does nothing. The server draws it; the browser leaves alone what came with the document,
 * and asks for its code only where a navigation inside the app leads to it. `shape`: CSS that gives the box its height
 * meanwhile, such as `aspect-ratio: 2`; a container query in it asks for the picture's own width.
 */
export function still<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  shape = '',
): StillPicture<P> {
  const code: Code<P> = {
    shape,
    async open() {
      code.picture = (await load()).default
      return code.picture
    },
  }
  all.push(code.open)
  return Object.assign((props: P) => <Still code={code} props={props} />, { open: code.open })
}

/**
 * Which of the two it is, is settled when it is mounted. Not a Suspense boundary that never hydrates: React throws such
 * a one away as soon as a context above it changes, as the router's does with a `#` in the address.
 */
function Still<P extends object>({ code, props }: { code: Code<P>; props: P }) {
  const fromServer = useFromServer()
  const [kept] = useState(fromServer && !code.picture)
  if (!kept) return <Drawn code={code} props={props} />
  // React compares with what it set before, never with what is there: what the server drew stays.
  return <Html as={Box} suppressHydrationWarning html="" />
}

const never = () => () => {}
/** Whether a component takes over what the server drew: true on the server, too. */
const useFromServer = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )

function Drawn<P extends object>({ code, props }: { code: Code<P>; props: P }) {
  const Picture = usePicture(code)
  if (!Picture)
    return (
      <Room>
        <Empty $shape={code.shape} />
      </Room>
    )
  return (
    <Box>
      <Picture {...props} />
    </Box>
  )
}

/** Tried again, ever more rarely, while the code cannot be fetched. */
function usePicture<P extends object>({ picture, open }: Code<P>): ComponentType<P> | undefined {
  const [shown, setShown] = useState(() => picture)
  useEffect(() => {
    if (shown) return
    return retrying(
      () => preload(open),
      (one) => setShown(() => one),
      () => {},
    )
  }, [shown, open])
  return shown
}
