import { Text } from '@react-pdf/renderer'
import { each } from './each.ts'

/** A text with its lines kept. The fonts have no line feed: the library would draw it in one that is not embedded. */
export function Lines({ text }: { text: string }) {
  return each(
    text.split('\n').map((line) => ({ line })),
    ({ line }) => <Text>{line || ' '}</Text>,
  )
}
