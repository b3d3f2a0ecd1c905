import { Island } from '#src/framework/island.tsx'

/**
 * What the compiler must refuse to send to the browser. Nothing here runs: `tsc` fails when a marked line compiles,
 * and when an unmarked one does not.
 */
type Plain = { id: string; count: number; open: boolean; none: null; list: { name: string }[] }
const Plain = (_: Plain) => null
const WithDate = (_: { at: Date }) => null
const WithFunction = (_: { onSave: (id: string) => void }) => null
const WithUndefined = (_: { note: string | undefined }) => null
const WithOptional = (_: { note?: string }) => null
const WithMap = (_: { byName: Map<string, number> }) => null
const WithSet = (_: { names: Set<string> }) => null
const WithBigInt = (_: { size: bigint }) => null
const WithSymbol = (_: { mark: symbol }) => null
const WithNested = (_: { application: { signing: { at: Date } } }) => null
const WithElement = (_: { title: React.ReactElement }) => null
const WithDateList = (_: { days: Date[] }) => null

class Money {
  constructor(readonly pence: number) {}
  pounds = () => this.pence / 100
}
const WithInstance = (_: { price: Money }) => null

const plain: Plain = { id: 'a', count: 1, open: true, none: null, list: [{ name: 'b' }] }
const at = new Date(0)

export const allowed = [
  <Island key={1} of={Plain} props={plain} />,
  <Island key={2} of={WithOptional} props={{}} />,
  <Island key={3} of={WithOptional} props={{ note: 'kept' }} />,
]

export const refused = [
  // @ts-expect-error a date becomes a string on its way
  <Island key={1} of={WithDate} props={{ at }} />,
  // @ts-expect-error a function does not travel
  <Island key={2} of={WithFunction} props={{ onSave: () => {} }} />,
  // @ts-expect-error undefined vanishes
  <Island key={3} of={WithUndefined} props={{ note: undefined }} />,
  // @ts-expect-error a map becomes an empty object
  <Island key={4} of={WithMap} props={{ byName: new Map() }} />,
  // @ts-expect-error so does a set
  <Island key={5} of={WithSet} props={{ names: new Set() }} />,
  // @ts-expect-error JSON has no big integers
  <Island key={6} of={WithBigInt} props={{ size: 1n }} />,
  // @ts-expect-error and no symbols
  <Island key={7} of={WithSymbol} props={{ mark: Symbol.iterator }} />,
  // @ts-expect-error an instance loses its methods
  <Island key={8} of={WithInstance} props={{ price: new Money(100) }} />,
  // @ts-expect-error however deep it lies
  <Island key={19} of={WithElement} props={{ title: <b /> }} />,
  // @ts-expect-error
  <Island key={9} of={WithNested} props={{ application: { signing: { at } } }} />,
  // @ts-expect-error or in a list
  <Island key={10} of={WithDateList} props={{ days: [at] }} />,
  // @ts-expect-error a prop of the wrong type is one of any component
  <Island key={11} of={Plain} props={{ ...plain, count: 'many' }} />,
  // @ts-expect-error a missing prop too
  <Island key={12} of={Plain} props={{ id: 'a' }} />,
  // @ts-expect-error an island has no children
  <Island key={13} of={Plain} props={plain}>
    text
  </Island>,
  // @ts-expect-error nor an island inside it
  <Island key={14} of={Plain} props={plain}>
    <Island of={Plain} props={plain} />
  </Island>,
]
