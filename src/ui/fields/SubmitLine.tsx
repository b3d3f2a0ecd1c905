import { Button } from './Button.tsx'

type SubmitLineProps = {
  /** What the post asks of its page, when the page takes several forms. */
  action?: string
  /** The button's words while a call waits. */
  waiting?: string
  children: string
}

/** The one button of a form, on a line of its own. */
export const SubmitLine = ({ action, waiting, children }: SubmitLineProps) => (
  <div className="actions">
    <Button
      type="submit"
      variant="primary"
      {...(action && { name: 'action', value: action })}
      data-waiting={waiting}
    >
      {children}
    </Button>
  </div>
)
