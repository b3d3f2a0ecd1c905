import { type ComponentProps, createContext, use } from 'react'

export const pressField = 'press'

/**
 * The random id of the page that is being rendered; '' for visitors without a session, whose pages may be prerendered.
 */
export const PressContext = createContext('')

/**
 * Renders a form that posts. Its mark distinguishes a second press on a slow line from the same form on another page.
 * In the browser there is no mark, because a hydrated island sends its form once.
 */
export function PostForm({ children, ...form }: ComponentProps<'form'>) {
  return (
    <form method="post" {...form}>
      {/* React compares no value of a field with the server's, so the two may differ */}
      <input type="hidden" name={pressField} defaultValue={use(PressContext)} />
      {children}
    </form>
  )
}
