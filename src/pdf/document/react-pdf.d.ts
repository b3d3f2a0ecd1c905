import type { Bookmark } from '@react-pdf/types'
import type { Tag } from './tagged-pdf.tsx'

// The library reads a bookmark from any node, but its types only allow it on a page. The property `tag` is ours.
declare module '@react-pdf/renderer' {
  interface NodeProps {
    bookmark?: Bookmark
    tag?: Tag
  }
}
