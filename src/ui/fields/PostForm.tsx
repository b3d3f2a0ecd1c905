import { type ComponentProps, createContext, use } from 'react'

export const pressField = 'press'

/** Of the page that is rendered now, on the server; '' for strangers, whose pages may be rendered once for all. */
export const PressContext = createContext('')

/**
 * A form that posts. Its mark tells a second press on a slow line from the same form of another page. The browser
 * knows no mark, and needs none: an island that is awake sends its form once.
 */
export function PostForm({ children, ...form }: ComponentProps<'form'>) {
  return (
    <form method="post" {...form}>
      <input
        type="hidden"
        name={pressField}
        defaultValue={use(PressContext)}
        suppressHydrationWarning
      />
      {children}
    </form>
  )
}
