import { Island } from '#src/framework/island.tsx'

/** What the compiler must refuse to send to the browser: `tsc` fails when a marked line compiles, or another does not. */
type Plain = { id: string; count: number; open: boolean; none: null; list: { name: string }[] }
const Plain = (_: Plain) => null
const WithDate = (_: { days: { at: Date }[] }) => null
const WithFunction = (_: { onSave: (id: string) => void }) => null
const WithUndefined = (_: { note: string | undefined }) => null
const WithOptional = (_: { note?: string }) => null
const WithMap = (_: { byName: Map<string, number> }) => null

const plain: Plain = { id: 'a', count: 1, open: true, none: null, list: [{ name: 'b' }] }

export const allowed = [
  <Island key={1} of={Plain} props={plain} />,
  <Island key={2} of={WithOptional} props={{}} />,
]

export const refused = [
  // @ts-expect-error a date becomes a string on its way, however deep it lies
  <Island key={1} of={WithDate} props={{ days: [{ at: new Date(0) }] }} />,
  // @ts-expect-error a function does not travel
  <Island key={2} of={WithFunction} props={{ onSave: () => {} }} />,
  // @ts-expect-error undefined vanishes
  <Island key={3} of={WithUndefined} props={{ note: undefined }} />,
  // @ts-expect-error a map becomes an empty object
  <Island key={4} of={WithMap} props={{ byName: new Map() }} />,
  // @ts-expect-error a missing prop
  <Island key={5} of={Plain} props={{ id: 'a' }} />,
]
