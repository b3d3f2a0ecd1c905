import type { Bookmark } from '@react-pdf/types'

// The library reads a bookmark from any node; its types name the page alone.
declare module '@react-pdf/renderer' {
  interface NodeProps {
    bookmark?: Bookmark
  }
}
