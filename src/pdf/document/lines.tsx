import { eachText } from './each.ts'

/** A text with its lines kept. The fonts have no line feed: the library would draw it in one that is not embedded. */
export const Lines = ({ text }: { text: string }) =>
  eachText(text.split('\n').map((line) => line || ' '))
