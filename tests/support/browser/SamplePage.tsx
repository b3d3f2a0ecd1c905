import { Island } from '#src/framework/island.tsx'
import Falling from './sample-page/islands/Falling.tsx'
import Steady from './sample-page/islands/Steady.tsx'

/** The islands of the sample page by their file's name. */
export const sampleIslands = new Map<unknown, string>([
  [Falling, 'Falling'],
  [Steady, 'Steady'],
])

/** Two islands that work. */
export function SteadyPage() {
  return (
    <>
      <Island of={Steady} props={{ label: 'First' }} />
      <Island of={Steady} props={{ label: 'Second' }} />
    </>
  )
}

/** One island that falls, beside one that works. */
export function FallingPage() {
  return (
    <>
      <Island of={Falling} props={{ action: '/sent' }} />
      <Island of={Steady} props={{ label: 'Neighbour' }} />
    </>
  )
}
